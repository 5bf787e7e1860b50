// Of what an engine is made: files of this page's own folder, checked by their digests.
//
// What comes in: where they lie.  What goes out: CPython, compiled; the modules that it imports, unpacked; and
// the worker's script, as an address.  The script is fetched as data, so that a worker made of it has this page's
// own policy, and reaches nothing that the page may not.

import { kept } from "./frozen";

export interface Parts {
  python: WebAssembly.Module;
  library: ArrayBuffer;
  script: string;
  /** All of it as it was once begun; see `frozen.ts`. */
  frozen: ArrayBuffer | null;
}

/** A file and the digest that it has to have. */
export interface Part {
  path: string;
  integrity: string;
}

export interface Places {
  python: Part;
  library: Part;
  engine: Part;
}

const GZIP = 0x8b1f;

export async function parts(places: Places): Promise<Parts> {
  const [python, library, script, frozen] = await Promise.all([
    fetched(places.python).then(unpacked).then((bytes) => WebAssembly.compile(bytes)),
    fetched(places.library).then(unpacked),
    fetched(places.engine),
    kept(places),
  ]);
  return { python, library, frozen, script: URL.createObjectURL(new Blob([script], { type: "text/javascript" })) };
}

export async function fetched({ path, integrity }: Part): Promise<ArrayBuffer> {
  const answer = await fetch(path, { integrity, credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Unpacks what is packed; a host that has unpacked it already is as welcome. */
export async function unpacked(data: ArrayBuffer): Promise<ArrayBuffer> {
  if (new DataView(data).getUint16(0, true) !== GZIP) return data;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
