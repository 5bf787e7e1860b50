// A browser as small as it can be: draws the pages of Yisp into a tree, for whoever reads what stands in them.
//
//     node reader.mjs BUILT [WEB]
//
// What comes in, a line of JSON each: {report: DATA}, the text of the data element of a page that
// `yispc report` wrote, drawn by the built script in the folder BUILT; {begin: WELCOME}, which opens the page of
// `yispc view` anew, made of the sources in the folder WEB (that needs esbuild); or {act: ACTIONS}, what its
// server says and its user does.  What goes out, a line each: {tree: NODE}, a node being a text or [tag,
// attributes, children], of the view with what it `sent` and its `text`; or {error: TEXT}.
//
// Not handled: pictures (they have no width here), effects that come later, what happens in elements.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import vm from "node:vm";

const [built, web] = process.argv.slice(2);

class Style {
  setProperty(name, value) {
    this[name] = value;
  }
}

class Node {
  constructor(type, name, text = "") {
    Object.assign(this, { nodeType: type, localName: name, nodeName: name, data: text });
    Object.assign(this, { childNodes: [], parentNode: null, attributes: [], set: {}, style: new Style() });
    this.clientWidth = NaN; // so wide that nothing is drawn
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get nextSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  insertBefore(child, next) {
    child.parentNode?.removeChild(child);
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }
  appendChild(child) {
    return this.insertBefore(child, null);
  }
  removeChild(child) {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }
  replaceChildren() {
    this.childNodes = [];
  }
  contains(other) {
    return other !== null && (other === this || this.contains(other.parentNode));
  }
  setAttribute(name, value) {
    this.set[name] = String(value);
  }
  removeAttribute(name) {
    delete this.set[name];
  }
  addEventListener() {}
  removeEventListener() {}
  tree() {
    if (this.nodeType === 3) return String(this.data);
    const style = Object.entries(this.style).map(([name, value]) => `${name}: ${value}`);
    const said = { ...this.set, ...(style.length && { style: style.join("; ") }) };
    return [this.localName, said, this.childNodes.map((child) => child.tree())];
  }
}

/** What waits for the next picture of the screen. */
const calls = [];

/** What a script finds around it; the page is drawn into `place`. */
function around(place, data) {
  const elements = { page: place, "yisp-data": { textContent: data } };
  const document = {
    documentElement: Object.assign(new Node(1, "html"), { lang: "en", dataset: {} }),
    createElement: (name) => new Node(1, name),
    createElementNS: (_, name) => new Node(1, name),
    createTextNode: (text) => new Node(3, "#text", text),
    getElementById: (id) => elements[id] ?? null,
    querySelectorAll: () => [],
    addEventListener() {},
  };
  const nothing = () => 0;
  const window = {
    document,
    console,
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
    matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }),
    navigator: { clipboard: null, userAgent: "", vendor: "", platform: "" },
    localStorage: { getItem: () => null, setItem() {} },
    addEventListener() {},
    setTimeout: nothing,
    clearTimeout: nothing,
    requestAnimationFrame: (call) => void calls.push(call),
    cancelAnimationFrame: nothing,
    queueMicrotask: nothing,
  };
  window.window = window.self = window;
  return vm.createContext(window);
}

const VIEW = `
import { EditorState } from "@codemirror/state";
import { h, render } from "preact";
import { Results } from "./view/results/results";
import { Session } from "./view/session";
import { Short } from "./view/short";
import { Socket } from "./view/connection/socket";

let sent = [];
let socket = null;
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    socket = this;
  }
  send(data) {
    sent.push(data);
  }
};
const session = new Session((...both) => new Socket("ws://here/live", ...both), () => {});
session.open();
socket.onopen();
const hear = (message) => socket.onmessage({ data: JSON.stringify(message) });
hear(JSON.parse(document.getElementById("yisp-data").textContent));
session.attach({
  state: EditorState.create({ doc: session.text }),
  dispatch(spec) {
    const { doc } = this.state;
    const change = this.state.update(spec);
    this.state = change.state;
    if (change.docChanged) session.changed(doc, change.changes);
  },
});

const WAYS = {
  hear,
  write: (text) => session.replaceText(text),
  count: ([card, count]) => session.setCount(card, count),
  exchange: (card) => session.exchange(card),
  pin: () => session.pin(),
  unpin: () => session.unpin(),
  look: (name) => session.look(name),
  open: ([kind, open]) => session.openPanel(kind, open),
  choose: ([kind, options]) => session.choose(kind, options),
};

globalThis.act = (actions, flush) => {
  for (const [way, value] of JSON.parse(actions)) {
    WAYS[way](value);
    flush();
  }
  const place = document.createElement("div");
  const { state } = session.store;
  render(h("div", null, h(Short, { state }), h(Results, { state, session })), place);
  const told = { sent, text: session.text };
  sent = [];
  return { ...told, tree: place.tree() };
};
`;

function bundled() {
  const { buildSync } = createRequire(join(web, "package.json"))("esbuild");
  const { outputFiles } = buildSync({
    stdin: { contents: VIEW, resolveDir: join(web, "src"), loader: "tsx" },
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".css": "empty" },
  });
  return outputFiles[0].text;
}

const scripts = { report: new vm.Script(readFileSync(join(built, "report.js"), "utf8")) };
let page = null;

const WAYS = {
  report(data) {
    const place = new Node(1, "div");
    scripts.report.runInContext(around(place, data));
    return { tree: place.tree() };
  },
  begin(data) {
    scripts.view ??= new vm.Script(bundled());
    page = around(new Node(1, "div"), data);
    scripts.view.runInContext(page);
    return {};
  },
  act(data) {
    return page.act(data, () => calls.splice(0).forEach((call) => call()));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [[way, data]] = Object.entries(JSON.parse(line));
  let answer;
  calls.length = 0;
  try {
    answer = WAYS[way](data);
  } catch (error) {
    answer = { error: String(error.stack ?? error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
