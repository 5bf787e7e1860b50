// What the page knows, and telling whoever shows it.
//
// What comes in: changes of single parts of the state, by the session.  What goes out: the state, by a hook,
// and what follows from it.  Nothing here speaks to the server or the editor.

import { useEffect, useState } from "preact/hooks";
import { playedOf, type Figure, type Played, type Rate, type Topic } from "../parts/types";
import type { Fix } from "./text/fixes";
import { NOTHING_TRIED, type History } from "./results/history";
import type { Compared, DeckMessage, DiagnosticItem, Options, ResultMessage, StudiedMessage, Welcome } from "./protocol";

/** A mistake or a doubt, and where it lies in the text that is in the editor now. */
export interface Problem extends DiagnosticItem {
  from: number;
  to: number;
  /** What mends it, as far as that is known by now. */
  fixes: readonly Fix[];
}

/** Something for the user to read: a sentence, and perhaps more of them. */
export interface Said {
  sentence: string;
  kind: "good" | "bad";
  more?: readonly string[];
  /** The text that it is about, if any. */
  about?: number | null;
  /** What somebody may want to do about it. */
  take?: () => void;
}

/** A text to compare with. */
export interface Pinned {
  text: string;
  time: Date;
  size: number | null;
  /** How many copies it has of each card. */
  counts: ReadonlyMap<string, number>;
}

/** What is known of a topic that was looked at. */
export interface Seen {
  name: string;
  method: Played["method"];
  success: Rate;
}

/** The answers for several counts of one card, the rest of the text being the same; `pinned` is the count
 *  with which the text is the pinned one, if there is such a count. */
export interface Tried {
  card: string;
  rest: string;
  topics: ReadonlyMap<number, readonly Seen[]>;
  pinned: number | null;
}

/** A panel that is open: what it asks, under which number, and what it was told last. */
export interface Asked {
  id: number;
  key: string;
  found: StudiedMessage | null;
}

export interface State {
  welcome: Welcome | null;
  open: boolean;
  /** Whether a text from somebody else still waits for a yes. */
  waits: boolean;
  revision: number;
  text: string;
  /** Whether there is something to undo, and to redo. */
  undoable: boolean;
  redoable: boolean;
  saved: string;
  /** Whether there is a file of the user's that the deck is saved into. */
  inFile: boolean;
  deck: DeckMessage | null;
  problems: readonly Problem[];
  result: ResultMessage | null;
  topic: string | null;
  pinned: Pinned | null;
  tried: Tried | null;
  /** All versions that got a number. */
  history: History;
  /** The panels that are open, by kind. */
  panels: ReadonlyMap<string, Asked>;
  /** What was chosen in a panel, by kind. */
  chosen: ReadonlyMap<string, Options>;
  /** The card that keeps the deck's size when another one's count is moved. */
  exchange: string | null;
  /** Why the file was not written, where it would be if the user insisted. */
  conflict: string | null;
  /** For the user, until the next one. */
  said: Said | null;
}

export const AT_FIRST: State = {
  welcome: null,
  open: false,
  waits: false,
  revision: 0,
  text: "",
  undoable: false,
  redoable: false,
  saved: "",
  inFile: false,
  deck: null,
  problems: [],
  result: null,
  topic: null,
  pinned: null,
  tried: null,
  history: NOTHING_TRIED,
  panels: new Map(),
  chosen: new Map(),
  exchange: null,
  conflict: null,
  said: null,
};

export class Store {
  private readonly listeners = new Set<() => void>();
  private queued = false;

  constructor(public state: State = AT_FIRST) {}

  set(part: Partial<State>): void {
    this.state = { ...this.state, ...part };
    if (this.queued) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      for (const listener of this.listeners) listener();
    });
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export function useStore(store: Store): State {
  const [state, show] = useState(store.state);
  useEffect(() => {
    show(store.state);
    return store.listen(() => show(store.state));
  }, [store]);
  return state;
}

/** Whether nothing has been written yet. */
export function isBlank(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(#.*)?$/.test(line));
}

export function hasErrors(state: State): boolean {
  return state.problems.some((problem) => problem.severity === "error");
}

/** Whether the numbers shown are those of an older text. */
export function isStale(state: State): boolean {
  return state.result !== null && state.result.revision !== state.revision;
}

/** The topic that is looked at; the first one where the one chosen is gone. */
export function topicOf(state: State): Topic | null {
  const topics = state.result?.result.topics ?? [];
  return topics.find((topic) => topic.name === state.topic) ?? topics[0] ?? null;
}

/** The result in front: under several policies, that of the last, to which the others lead up. */
export function inFront(topic: Topic): Played {
  return playedOf(topic).at(-1)!;
}

export function comparedOf(state: State, topic: string): Compared | null {
  return state.result?.compared?.find((one) => one.name === topic) ?? null;
}

export function figureOf(
  compared: Compared | null,
  what: Figure["what"],
  name: string | null = null,
): Figure | null {
  return compared?.figures.find((figure) => figure.what === what && figure.name === name) ?? null;
}
