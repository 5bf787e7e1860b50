// What the page and its server say to each other over the socket: JSON objects, told apart by `type`.
//
// The server's side is yisp/view/protocol.py, which documents them.  Lines and columns are counted from 1,
// columns in characters (not in UTF-16 units); `places.ts` makes the editor's offsets of them.

import type { Names } from "../engine/cards";
import type { Range as Span } from "../parts/found/effects";
import type { Figure, Rate, Report, ToldNotice } from "../parts/types";
import type { Catalogue } from "../parts/words";
import type { Effect } from "./effects/making";

export type { Span };

export interface Place {
  line: number;
  column: number;
  length: number;
}

/** How to write a count that the deck leaves out: at that place, between these texts. */
export interface Insert {
  line: number;
  column: number;
  before: string;
  after: string;
}

export interface DeckCard {
  name: string;
  count: number;
  attributes: string[];
  description: string | null;
  /** How many effects it has. */
  effects: number;
  filler: boolean;
  place: Place | null;
  insert: Insert | null;
}

export interface DiagnosticItem extends Place {
  code: string;
  severity: "error" | "warning" | "info";
  message: string;
  hint: string | null;
  /** There may be an edit that mends it. */
  fixable: boolean;
}

/** At least so many of these cards; 0: none of them. */
export interface Wanted {
  least: number;
  cards: readonly string[];
}

/** Cards of a list that are wanted together, such as hand traps. */
export interface Choosable {
  name: string;
  cards: readonly string[];
}

/** A card of a list: whether a collection knows it, and else what is called nearly so. */
export interface Choice {
  name: string;
  count: number;
  known: boolean;
  near: string | null;
}

/** A text in place of what is there. */
export interface Edit {
  range: Span;
  text: string;
}

/** Edits that mend the mistake of that code and place. */
export interface FixItem {
  title: string;
  code: string;
  range: Span;
  edits: Edit[];
}

/** A text that could stand in a place. */
export interface Proposal {
  label: string;
  text: string;
  range: Span;
  kind: string;
  about: string;
}

/** What a word means. */
export interface Meaning {
  range: Span;
  kind: string;
  title: string;
  summary: string;
  facts: string[];
  code: string[];
  /** What it does, in words; what speaks of the place is `here`. */
  words: { text: string; here: boolean }[][];
}

export interface Compared {
  name: string;
  /** The pinned deck's own rate, from the same worlds as the differences. */
  pinned: { method: "exact" | "sample"; success: Rate };
  figures: Figure[];
}

export interface Welcome {
  type: "welcome";
  file: string | null;
  text: string;
  language: string;
  messages: Catalogue;
  seed: number;
  confirm: boolean;
  writable: boolean;
  version: string;
  capabilities: Capabilities;
}

/** What a session can do. */
export interface Capabilities {
  /** It has the deck's file, and others beside it. */
  files: boolean;
  /** It compiles decks to machine code. */
  native: boolean;
  /** It starts processes of its own, which the user may end. */
  processes: boolean;
  cores: number;
  /** It takes names of cards from databases. */
  databases: boolean;
  /** Bytes that it may take for a deck. */
  memory: number;
}

export interface DeckMessage {
  type: "deck";
  revision: number;
  size: number;
  size_place: Place | null;
  cards: DeckCard[];
  topics: string[];
  /** Topics in which there is something to decide. */
  choices: string[];
}

export interface DiagnosticsMessage {
  type: "diagnostics";
  revision: number;
  items: DiagnosticItem[];
}

export interface ResultMessage {
  type: "result";
  revision: number;
  state: "exact" | "sampling" | "done";
  trials: number | null;
  result: Report;
  compared: Compared[] | null;
  /** Notices in words, by topic. */
  notices?: Record<string, ToldNotice[]>;
}

/** What a study is asked, by name. */
export type Options = Readonly<Record<string, unknown>>;

export interface StudiedMessage {
  type: "studied";
  id: number;
  revision: number;
  kind: string;
  state: "working" | "done";
  /** As the panel of that kind has it; null where nothing is known yet. */
  content: unknown;
  /** Why it ended before it was done. */
  ended: string | null;
  /** Why it cannot be made. */
  error: string | null;
}

export interface Trouble {
  type: "trouble";
  revision: number | null;
  sentence: string;
}

export type Reply = { type: "reply"; id: number; error?: string } & Record<string, unknown>;

export type FromServer = Welcome | DeckMessage | DiagnosticsMessage | ResultMessage | StudiedMessage | Trouble | Reply;

interface Placed {
  revision: number;
  line: number;
  column: number;
}

/** What is answered by a `reply`. */
export type Question =
  | { type: "trial"; revision: number; topic: string; trial: number; policy?: string }
  | ({ type: "complete" } & Placed)
  | ({ type: "hover" } & Placed)
  | { type: "explain"; revision: number }
  | { type: "menus"; revision: number }
  | { type: "parts"; revision: number; card: string }
  | { type: "rewrite"; revision: number; card: string; place: number; effect?: Effect }
  | { type: "fixes"; revision: number }
  | { type: "save"; text: string; force?: boolean }
  | { type: "share"; revision: number }
  | { type: "report"; revision: number }
  | { type: "import"; file: string; content: string; names?: Names; wants?: Wanted[][] };

export type ToServer =
  | { type: "edit"; revision: number; text: string }
  | { type: "pin"; text: string }
  | { type: "unpin" }
  | { type: "topic"; name: string }
  | { type: "study"; id: number; kind: string; options: Options }
  | { type: "leave"; id: number }
  | { type: "run" };
