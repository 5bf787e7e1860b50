// What a page and the engine in its worker say to each other, besides the messages of `view/protocol.ts`, which
// go as JSON.

/** The first message to the worker. */
export interface Setting {
  /** CPython, compiled. */
  python: WebAssembly.Module;
  /** The modules that it imports; see `archive.ts`. */
  library: ArrayBuffer;
  /** What the deck is called in messages. */
  name: string;
  language: string;
  seed: number;
  /** Bytes of memory that it may have. */
  memory: number;
  /** How many messages were sent: of all kinds, and of those that overtake a version; null where memory cannot be
   *  shared. */
  sent: Int32Array<SharedArrayBuffer> | null;
  /** A byte that interrupts what is run when it is 2. */
  interrupt: Uint8Array<SharedArrayBuffer> | null;
  /** Whether to go through a small deck first, so that a real one finds everything at hand. */
  warm: boolean;
}

/** What the worker says. */
export type Said =
  | { is: "ready" }
  /** So many messages were read. */
  | { is: "heard"; messages: number }
  /** A message of `view/protocol.ts`. */
  | { is: "tell"; message: string }
  /** A message of `yisp/view/wire.py`: what is worked on. */
  | { is: "watch"; message: string }
  /** It cannot go on: for lack of memory, or by a fault of ours. */
  | { is: "died"; memory: boolean; reason: string };

/** Messages that are about a version, and do not overtake it. */
export const QUESTIONS: readonly string[] = ["trial", "complete", "hover", "fixes", "share", "report"];
