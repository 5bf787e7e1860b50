// A browser as small as it can be: draws the pages of Yisp into a tree, for whoever reads what stands in them.
//
//     node page_reader.mjs BUILT [WEB]
//
// What comes in, a line of JSON each: {report: DATA}, the text of the data element of a page that
// `yispc report` wrote, drawn by the built script in the folder BUILT; or {view: STATE}, what the page of
// `yispc view` knows, drawn by the sources in the folder WEB (which need esbuild).  What goes out, a line each:
// {tree: NODE}, a node being a text or [tag, attributes, children]; or {error: TEXT}.
//
// Not handled: pictures (they have no width here), effects that come later, events.

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
    requestAnimationFrame: nothing,
    cancelAnimationFrame: nothing,
    queueMicrotask: nothing,
  };
  window.window = window.self = window;
  return vm.createContext(window);
}

const VIEW = `
import { h, render } from "preact";
import { Results } from "./view/results";
import { Short } from "./view/short";
import { AT_FIRST } from "./view/state";
const told = JSON.parse(document.getElementById("yisp-data").textContent);
const state = { ...AT_FIRST, open: true, ...told };
if (state.pinned) state.pinned = { ...state.pinned, time: new Date(), counts: new Map(state.pinned.counts) };
if (state.tried) state.tried = { ...state.tried, topics: new Map(state.tried.topics) };
const counts = new Map(state.deck?.cards.map((card) => [card.name, card.count]));
const session = { text: state.text, countOf: (card) => counts.get(card) ?? null };
const place = document.getElementById("page");
render(h("div", null, h(Short, { state }), h(Results, { state, session })), place);
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

for await (const line of createInterface({ input: process.stdin })) {
  const [[kind, data]] = Object.entries(JSON.parse(line));
  let answer;
  try {
    const place = new Node(1, "div");
    scripts[kind] ??= new vm.Script(bundled());
    scripts[kind].runInContext(around(place, data));
    answer = { tree: place.tree() };
  } catch (error) {
    answer = { error: String(error.stack ?? error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
