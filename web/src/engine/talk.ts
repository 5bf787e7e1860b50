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
  /** How many messages were sent, and how many of them are another text; null where memory cannot be shared. */
  sent: Int32Array<SharedArrayBuffer> | null;
  /** A byte that interrupts what is run when it is 2. */
  interrupt: Uint8Array<SharedArrayBuffer> | null;
  /** Python as it was when all was imported and warm; see `frozen.ts`. */
  frozen: ArrayBuffer | null;
  /** Whether to go through a small deck first, so that a real one finds everything at hand. */
  warm: boolean;
}

/** What the worker says. */
export type Said =
  | { is: "ready" }
  /** What another one can take up, instead of beginning. */
  | { is: "frozen"; frozen: ArrayBuffer }
  /** One message more was read. */
  | { is: "heard" }
  /** A message of `view/protocol.ts`. */
  | { is: "tell"; message: string }
  /** A message of `yisp/view/wire.py`: what is worked on. */
  | { is: "watch"; message: string }
  /** It cannot go on: for lack of memory, or by a fault of ours. */
  | { is: "died"; memory: boolean; reason: string };

/** Whether a message makes the version at hand an old one. */
export function overtakes(message: { type: string }): boolean {
  return message.type === "edit";
}
