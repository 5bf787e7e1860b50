// CPython's memory, kept: a worker that takes it up need not begin, import and warm up anything.
//
// What comes in: a Python that was begun and has nothing under way, or what `freeze` made of one.  What goes out:
// an archive; or that Python, in a module of WebAssembly in which nothing was run.  Besides the memory there is
// what Pyodide keeps outside of it, and all of it is made anew: functions of libraries in the table (they are
// loaded to the same places, in the same order), and the few objects of JavaScript that Python knows by number.
// Whatever is not as it is known to be here is an error, and then somebody begins as usual.
//
// Not handled: where that is kept, and for which version of what (`view/connection/frozen.ts`).

import { archived, filesOf } from "./archive";
import type { Inner, Module, Running } from "./cpython";

interface Library {
  name: string;
  /** Where Pyodide describes it. */
  handle: number;
  /** The beginning of that: whether it is loaded, and where to. */
  place: number[];
}

interface About {
  stack: number;
  table: number;
  libraries: Library[];
  /** Objects by number, those that stay first; see `named`. */
  immortal: Named[];
  mortal: Named[];
  begin: number;
  pyodide: number;
}

/** An object that can be found again; `other` is one that no engine ever asks. */
type Named =
  | { is: "text" | "function"; text: string }
  | { is: "numbers"; of: [Named, number][] }
  | { is: "nothing" | "no value" | "true" | "false" | "global" | "other" };

const ABOUT = "about.json";
const MEMORY = "memory";

/** The size of what `Library.place` holds, and of the whole. */
const PLACE = 28;
const HANDLE = 36;

/** Objects that may be `other`: what finds JavaScript as modules of Python, Pyodide itself as one, and its table of
 *  packages. */
const OTHERS = 3;

/** Functions that every worker has. */
const own = globalThis as unknown as Record<string, unknown>;

const MOST_OBJECTS = 4096;

export function freeze({ module, exports }: Running, begin: unknown): ArrayBuffer {
  const { loadedLibsByName, loadedLibsByHandle } = module.LDSO;
  const handles = new Map(Object.entries(loadedLibsByHandle).map(([handle, { name }]) => [name, Number(handle)]));
  const libraries = Object.keys(loadedLibsByName)
    .filter((name) => handles.get(name)) // but for the main one
    .map((name) => {
      const handle = handles.get(name)!;
      return { name, handle, place: [...module.HEAPU8.subarray(handle, handle + PLACE)] };
    });
  const immortal = all(module.__hiwire_immortal_get).map((object) => named(object, module));
  const mortal = all(module.__hiwire_get).map((object) => named(object, module));
  if ([...immortal, ...mortal].filter(({ is }) => is === "other").length > OTHERS) {
    throw new Error(`Python knows other objects: ${JSON.stringify([immortal, mortal])}`);
  }
  const about: About = {
    stack: (exports["stackSave"] as () => number)(),
    table: module.wasmTable.length,
    libraries,
    immortal,
    mortal,
    begin: module.PyProxy_getPtr(begin),
    pyodide: module.PyProxy_getPtr(module.API["_pyodide"]),
  };
  const head = new TextEncoder().encode(JSON.stringify(about));
  return archived([
    [ABOUT, head],
    [MEMORY, module.HEAPU8],
  ]);
}

/** Gives what `begin` was, in a module that was made and not run. */
export function thaw(
  frozen: ArrayBuffer,
  { module, exports }: Running,
  inner: Inner,
  compiled: ReadonlyMap<string, WebAssembly.Module>,
): unknown {
  const files = new Map(filesOf(frozen));
  const about = JSON.parse(new TextDecoder().decode(files.get(ABOUT))) as About;
  for (const init of ["jslib_init_buffers_js", "jslib_init_js", "js2python_init", "python2js_buffer_init"]) {
    inner[init]!();
  }
  inner["open64"] = inner["open"]!;
  for (const { name, handle, place } of about.libraries) {
    module.HEAPU8.fill(0, handle, handle + HANDLE);
    module.HEAPU8.set(place, handle);
    const library = compiled.get(name);
    if (!library) throw new Error(`no library ${name}`);
    const flags = { global: false, nodelete: true, allowUndefined: true };
    module.newDSO(name, handle, module.loadWebAssemblyModule(library, flags, name, {}, handle));
  }
  if (module.wasmTable.length !== about.table) throw new Error("the table is another");
  about.immortal.forEach((name, slot) => {
    const made = has(module.__hiwire_immortal_get, slot) ? module.__hiwire_immortal_get(slot) : undefined;
    if (made instanceof Map && name.is === "numbers") {
      for (const [one, number] of name.of) made.set(found(one, module), number);
    }
    if (made !== undefined || has(module.__hiwire_immortal_get, slot)) return; // that was made just now
    if (module.__hiwire_immortal_add(found(name, module)) !== slot) throw new Error("objects have other numbers");
  });
  for (let count = 0; !has(module.__hiwire_get, about.mortal.length - 1); count += 1) {
    if (count > MOST_OBJECTS) throw new Error("objects have no room");
    module._hiwire_new(undefined);
  }
  about.mortal.forEach((name, slot) => module.__hiwire_set(slot, found(name, module)));
  module.HEAPU8.set(files.get(MEMORY)!);
  (exports["stackRestore"] as (stack: number) => void)(about.stack);
  module.API["_pyodide"] = module.pyproxy_new(about.pyodide);
  return module.pyproxy_new(about.begin);
}

/** The objects of a table, which says where it ends by failing. */
function all(get: (slot: number) => unknown): unknown[] {
  const found: unknown[] = [];
  while (has(get, found.length)) found.push(get(found.length));
  return found;
}

function has(get: (slot: number) => unknown, slot: number): boolean {
  try {
    get(slot);
    return true;
  } catch {
    return false;
  }
}

/** Objects of which there is one in every engine. */
function singles({ novalue }: Module) {
  return { nothing: undefined, "no value": novalue, true: true, false: false, global: globalThis };
}

function named(object: unknown, module: Module): Named {
  if (typeof object === "string") return { is: "text", text: object };
  if (object === null) return { is: "nothing" };
  const single = Object.entries(singles(module)).find(([, one]) => one === object);
  if (single) return { is: single[0] as keyof ReturnType<typeof singles> };
  if (typeof object === "function" && own[object.name] === object) return { is: "function", text: object.name };
  if (!(object instanceof Map)) return { is: "other" };
  return { is: "numbers", of: [...(object as Map<unknown, number>)].map(([one, number]) => [named(one, module), number]) };
}

function found(name: Named, module: Module): unknown {
  switch (name.is) {
    case "text":
      return name.text;
    case "function":
      return own[name.text];
    case "numbers":
      return new Map(name.of.map(([one, number]) => [found(one, module), number]));
    case "other":
      return {};
    default:
      return singles(module)[name.is];
  }
}
