// CPython as WebAssembly in this worker, with all modules that the engine imports: begun, which takes as long as
// importing them, or taken up as it once was when all that was done (`frozen.ts`).
//
// `loadPyodide` and `_createPyodideModule` are there already: Pyodide's scripts are the first part of this one.

import { filesOf } from "./archive";
import { freeze, thaw } from "./frozen";
import type { Setting } from "./talk";

/** Its version, which `build.mjs` puts here. */
declare const PYODIDE: string;

/** What is used here of Pyodide's own module. */
export interface Module {
  API: Record<string, unknown> & { initializeStreams(stdin: () => null): void };
  FS: {
    mkdirTree(path: string): void;
    chdir(path: string): void;
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
  };
  HEAPU8: Uint8Array<ArrayBuffer>;
  wasmTable: WebAssembly.Table;
  Py_EmscriptenSignalBuffer: Uint8Array;
  _Py_EMSCRIPTEN_SIGNAL_HANDLING: number;
  LDSO: { loadedLibsByName: Record<string, object>; loadedLibsByHandle: Record<string, { name: string }> };
  loadWebAssemblyModule(
    library: WebAssembly.Module,
    flags: Record<string, boolean>,
    name: string,
    scope: object,
    handle: number,
  ): object;
  newDSO(name: string, handle: number, exports: object): void;
  novalue: unknown;
  _hiwire_new(object: unknown): number;
  __hiwire_get(slot: number): unknown;
  __hiwire_set(slot: number, object: unknown): void;
  __hiwire_immortal_get(slot: number): unknown;
  __hiwire_immortal_add(object: unknown): number;
  pyproxy_new(pointer: number): unknown;
  PyProxy_getPtr(proxy: unknown): number;
}

/** A Python that was begun. */
export interface Running {
  module: Module;
  exports: WebAssembly.Exports;
}

/** Functions of JavaScript that a module imports. */
export type Inner = Record<string, (...given: never[]) => unknown>;

/** How a module is made. */
interface Making {
  instantiateWasm: (
    imports: Record<string, Inner>,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
  wasmMemory: WebAssembly.Memory;
}

interface Made {
  exports: WebAssembly.Exports;
  inner: Inner;
}

type Create = (module: Partial<Making>) => Promise<unknown>;
const scope = globalThis as typeof globalThis & {
  loadPyodide(options: Record<string, unknown>): Promise<Pyodide>;
  _createPyodideModule: Create;
};

interface Pyodide {
  _module: Module;
  runPython(code: string): unknown;
}

/** Begins an engine: `setting` as JSON, and what `Engine` of yisp/view/inside.py calls. */
export type Begin = (
  setting: string,
  post: (message: string) => void,
  watch: (message: string) => void,
  waiting: () => boolean,
  overtaken: () => boolean,
) => Engine;

export interface Engine {
  hear(message: string): void;
  step(): boolean;
  interrupted(): void;
}

const STANDARD_LIBRARY = "lib/python311.zip";
const HOME = "/home/pyodide";
const PAGE = 65536;

/** What CPython has by itself when it begins. */
const BEGINNING = 20_971_520;

const START = `
import os, sys
sys.path.insert(0, "/app")
os.environ["YISP_CACHE_DIR"] = "/cache"
from yisp.view.work.desk import warm_up
from yisp.view.inside import begin
begin
`;

/** What begins an engine there; and, where that is wanted, all of it as it is now, warm. */
export async function python(setting: Setting): Promise<{ begin: Begin; frozen: ArrayBuffer | null }> {
  const files = new Map(filesOf(setting.library));
  const { begin, running } = await (setting.frozen ? takenUp(setting.frozen, setting, files) : begun(setting, files));
  let frozen: ArrayBuffer | null = null;
  if (setting.warm && !setting.frozen) {
    running.pyodide!.runPython("warm_up()");
    try {
      frozen = freeze(running, begin);
    } catch (error) {
      console.warn(String(error)); // then others begin as this one did
    }
  }
  if (setting.interrupt) {
    running.module.Py_EmscriptenSignalBuffer = setting.interrupt;
    running.module.HEAPU8[running.module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
  }
  return { begin, frozen };
}

type Files = Map<string, Uint8Array<ArrayBuffer>>;
type Begun = Promise<{ begin: Begin; running: Running & { pyodide?: Pyodide } }>;

/** What a module is told of how it is made; and what it gives then. */
function instantiating(setting: Setting, bytes: number): { making: Making; made: Promise<Made> } {
  let making: Making;
  const made = new Promise<Made>((resolve, reject) => {
    making = {
      instantiateWasm: (imports, receive) => {
        WebAssembly.instantiate(setting.python, imports)
          .then((instance) => {
            receive(instance, setting.python);
            resolve({ exports: instance.exports, inner: imports["env"]! });
          })
          .catch(reject);
        return {};
      },
      wasmMemory: new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE), maximum: setting.memory / PAGE }),
    };
  });
  return { making: making!, made };
}

async function begun(setting: Setting, files: Files): Begun {
  const create = scope._createPyodideModule;
  const { making, made } = instantiating(setting, BEGINNING);
  scope._createPyodideModule = (module) => create(Object.assign(module, making));
  // Nothing is fetched from anywhere: what Pyodide needs is here, and what it looks for besides is not wanted.
  const { fetch } = scope;
  scope.fetch = (what, how) => (String(what).startsWith("blob:") ? fetch(what, how) : new Promise(() => {}));
  const stdLibURL = URL.createObjectURL(new Blob([files.get(STANDARD_LIBRARY)!]));
  const lock = { info: { arch: "wasm32", platform: "emscripten", version: PYODIDE, python: "3.11" }, packages: {} };
  const lockFileURL = URL.createObjectURL(new Blob([JSON.stringify(lock)]));
  const loading = scope.loadPyodide({ indexURL: `${location.origin}/`, stdLibURL, lockFileURL });
  const [pyodide, { exports }] = await Promise.all([loading, made]);
  URL.revokeObjectURL(stdLibURL);
  URL.revokeObjectURL(lockFileURL);
  const module = pyodide._module;
  write(module, files);
  return { begin: pyodide.runPython(START) as Begin, running: { module, exports, pyodide } };
}

/** The same without running anything: what Pyodide does in JavaScript alone, and then a memory in which all else
 *  has been done. */
async function takenUp(frozen: ArrayBuffer, setting: Setting, files: Files): Begun {
  const { making, made } = instantiating(setting, frozen.byteLength);
  const module = Object.assign(making, {
    API: { config: { indexURL: `${location.origin}/`, env: { HOME }, jsglobals: globalThis, packages: [] } },
    noInitialRun: true,
    preRun: [],
  }) as unknown as Module;
  const compiled = compile(files);
  const [{ exports, inner }] = await Promise.all([made, scope._createPyodideModule(making)]);
  module.FS.mkdirTree(HOME);
  module.FS.chdir(HOME);
  write(module, files);
  const begin = thaw(frozen, { module, exports }, inner, await compiled) as Begin;
  module.API.initializeStreams(() => null);
  return { begin, running: { module, exports } };
}

/** All modules that are WebAssembly, compiled at the same time. */
async function compile(files: Files): Promise<Map<string, WebAssembly.Module>> {
  const libraries = [...files].filter(([name]) => name.endsWith(".so"));
  const compiled = libraries.map(async ([name, code]) => [`/${name}`, await WebAssembly.compile(code)] as const);
  return new Map(await Promise.all(compiled));
}

function write({ FS }: Module, files: Files): void {
  const folders = new Set<string>();
  for (const [name, content] of files) {
    const folder = `/${name.slice(0, name.lastIndexOf("/"))}`;
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(`/${name}`, content, { canOwn: true });
  }
}
