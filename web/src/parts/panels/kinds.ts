// What a kind of panel is: a module of this folder, and a line in `index.ts`.
//
// What comes in: the content that yisp/page/panels/panels.py makes of a study.  What goes out: how it is shown.

import type { ComponentChildren } from "preact";

import type { Table } from "../csv";
import type { Kind, Report, Sample, Topic } from "../types";

/** What a panel may do to the deck that is edited; a report has no such deck. */
export interface Wishes {
  /** How many copies stand in the text now; null where no other count can be written. */
  countOf(card: string): number | null;
  setCount(card: string, count: number): void;
  /** Several at once; the card that fills the deck makes up for them. */
  setCounts(counts: ReadonlyMap<string, number>): void;
  /** Whether another size can be written. */
  sizes: boolean;
  setSize(size: number): void;
  /** One trial, as it was played, or as that policy plays it beside others; or a sentence that says why not. */
  trial(topic: string, trial: number, policy?: string): Promise<(Sample & { kinds: Kind[] }) | string>;
}

export interface PanelKind<Content> {
  /** What can be shown before anything is told, of the topic that is looked at. */
  before?(report: Report, topic: Topic): Content | null;
  title(content: Content | null): string;
  /** Whose answer it is, and how it was found: the deck, the topic, trials. */
  of(content: Content): string;
  /** What it says, in a sentence or two. */
  answer(content: Content): string[];
  /** All that is found, line by line. */
  words(content: Content): string[];
  table(content: Content): Table;
  /** What the command prints as JSON. */
  data(content: Content): unknown;
  /** `kinds` are the deck's cards. */
  Body(props: { content: Content; kinds: Kind[]; wishes: Wishes | null }): ComponentChildren;
}
