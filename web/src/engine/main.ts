// The worker of a page without a server: CPython as WebAssembly, and in it the engine (yisp/view/inside.py).
//
// What comes in: a `Setting`, then the page's messages.  What goes out: what `talk.ts` says.  Pieces of work
// are done one after another; between two of them whatever has come is read.
//
// `loadPyodide` and `_createPyodideModule` are there already: Pyodide's scripts are the first part of this one.

import { filesOf } from "./archive";
import { overtakes, type Said, type Setting } from "./talk";

/** Its version, which `build.mjs` puts here. */
declare const PYODIDE: string;

interface Module {
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
  wasmMemory?: WebAssembly.Memory;
}

interface Pyodide {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  globals: { get(name: string): unknown };
  runPython(code: string, options: { globals: unknown }): unknown;
  toPy(value: unknown): unknown;
  setInterruptBuffer(buffer: Uint8Array): void;
}

interface Engine {
  hear(message: string): void;
  step(): boolean;
  interrupted(): void;
}

type Load = (options: Record<string, unknown>) => Promise<Pyodide>;
const scope = globalThis as typeof globalThis & {
  loadPyodide: Load;
  _createPyodideModule: (module: Module) => Promise<unknown>;
};

const STANDARD_LIBRARY = "lib/python311.zip";
const PAGE = 65536;
const OUT_OF_MEMORY = /MemoryError|Spent|out of memory/i;

/** What CPython has by itself when it begins. */
const BEGINNING = 20_971_520;

const START = `
import os, sys
sys.path.insert(0, "/app")
os.environ["YISP_CACHE_DIR"] = "/cache"
from yisp.view.inside import Engine
Engine(**setting)
`;

function say(said: Said): void {
  postMessage(said);
}

async function started(setting: Setting): Promise<Pyodide> {
  const files = new Map(filesOf(setting.library));
  const create = scope._createPyodideModule;
  scope._createPyodideModule = (module) => {
    module.instantiateWasm = (imports, receive) => {
      void WebAssembly.instantiate(setting.python, imports).then((instance) => receive(instance, setting.python));
      return {};
    };
    module.wasmMemory = new WebAssembly.Memory({ initial: BEGINNING / PAGE, maximum: setting.memory / PAGE });
    return create(module);
  };
  // Nothing is fetched from anywhere: what Pyodide needs is here, and what it looks for besides is not wanted.
  const { fetch } = scope;
  scope.fetch = (what, how) => (String(what).startsWith("blob:") ? fetch(what, how) : new Promise(() => {}));
  const stdLibURL = URL.createObjectURL(new Blob([files.get(STANDARD_LIBRARY) as Uint8Array<ArrayBuffer>]));
  const lock = { info: { arch: "wasm32", platform: "emscripten", version: PYODIDE, python: "3.11" }, packages: {} };
  const lockFileURL = URL.createObjectURL(new Blob([JSON.stringify(lock)]));
  const pyodide = await scope.loadPyodide({ indexURL: `${location.origin}/`, stdLibURL, lockFileURL });
  URL.revokeObjectURL(stdLibURL);
  URL.revokeObjectURL(lockFileURL);
  const folders = new Set<string>();
  for (const [name, content] of files) {
    if (name === STANDARD_LIBRARY) continue;
    const folder = `/${name.slice(0, name.lastIndexOf("/"))}`;
    if (!folders.has(folder)) pyodide.FS.mkdirTree(folder);
    folders.add(folder);
    pyodide.FS.writeFile(`/${name}`, content);
  }
  if (setting.interrupt) pyodide.setInterruptBuffer(setting.interrupt);
  return pyodide;
}

async function main(): Promise<void> {
  const early: string[] = [];
  let hear = (message: string): void => void early.push(message);
  const setting = await new Promise<Setting>((resolve) => {
    onmessage = ({ data }: MessageEvent<Setting | string>) => {
      if (typeof data === "string") hear(data);
      else resolve(data);
    };
  });
  const { name, language, seed, sent, warm } = setting;
  const read = { all: 0, texts: 0 };
  const pyodide = await started(setting);
  const engine = pyodide.runPython(START, {
    globals: pyodide.toPy({
      setting: {
        name,
        language,
        seed,
        warm,
        post: (message: string) => say({ is: "tell", message }),
        watch: (message: string) => say({ is: "watch", message }),
        waiting: () => sent !== null && Atomics.load(sent, 0) !== read.all,
        overtaken: () => sent !== null && Atomics.load(sent, 1) !== read.texts,
      },
    }),
  }) as Engine;

  // A channel comes back at once, where timers wait.
  const channel = new MessageChannel();
  let awake = false;
  const wake = (): void => {
    if (awake) return;
    awake = true;
    channel.port2.postMessage(null);
  };
  const guarded = (act: () => boolean): void => {
    try {
      if (act()) wake();
    } catch (error) {
      const reason = String((error as Error)?.message ?? error);
      if (reason.trimEnd().endsWith("KeyboardInterrupt")) {
        guarded(() => {
          engine.interrupted();
          return act();
        });
        return;
      }
      // Whatever else goes wrong here is the end of this engine: the page takes another.
      say({ is: "died", memory: OUT_OF_MEMORY.test(reason), reason });
      close();
    }
  };
  channel.port1.onmessage = () => {
    awake = false;
    guarded(() => engine.step());
  };
  hear = (message) => {
    read.all += 1;
    if (overtakes(JSON.parse(message) as { type: string })) read.texts += 1;
    say({ is: "heard" });
    guarded(() => {
      engine.hear(message);
      return true;
    });
  };
  say({ is: "ready" });
  early.forEach(hear);
}

main().catch((error) => say({ is: "died", memory: false, reason: String(error?.message ?? error) }));
