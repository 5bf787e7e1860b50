// What was tried: each text that got a number, with what was known of it, and what it changed.
//
// What comes in: a result of the text in the editor, and how that text came about.  What goes out: the versions,
// oldest first, each text once; the newest numbers of each.  Somebody who types makes many texts on the way to
// one: only the last of them is kept.  All of it is in this tab's memory, and bounded.

import { t } from "../../parts/words";
import type { Seen } from "../state";

const MOST = 40;
const MOST_CHARACTERS = 2_000_000; // of all texts together
const PAUSE = 1500; // milliseconds after which what is typed is another attempt
const LONGEST_LINE = 60;
const MOST_CARDS = 3; // whose counts are named

/** A deck's text and, where that is known, the counts of its cards but for those that fill it up. */
interface Deck {
  text: string;
  counts: ReadonlyMap<string, number> | null;
}

export interface Version extends Deck {
  id: number;
  /** What it came of; null for the first. */
  before: Deck | null;
  topics: readonly Seen[];
  time: Date;
  /** Whether somebody typed it, and when last. */
  typed: boolean;
  ended: number;
}

export interface History {
  versions: readonly Version[];
  /** The one that was in the editor last. */
  at: number | null;
}

/** How a text came about: whether all of it was typed, and when that began and ended. */
export interface Making {
  typed: boolean;
  began: number;
  ended: number;
}

export const NOTHING_TRIED: History = { versions: [], at: null };

/** With what a result says of a text. */
export function recorded(history: History, text: string, topics: readonly Seen[], made: Making): History {
  const { versions, at } = history;
  const known = versions.find((version) => version.text === text);
  if (known) return { versions: replaced(versions, { ...known, topics }), at: known.id };
  const last = versions.find(({ id }) => id === at) ?? null;
  const { typed, began, ended } = made;
  const goesOn = last?.before && last.typed && typed && began - last.ended < PAUSE;
  if (goesOn) {
    const next = { ...last, text, counts: null, topics, ended };
    return { versions: bounded(replaced(versions, next), next.id), at: next.id };
  }
  const id = (versions.at(-1)?.id ?? 0) + 1;
  const before = last && { text: last.text, counts: last.counts };
  const next: Version = { id, text, counts: null, before, topics, time: new Date(), typed, ended };
  return { versions: bounded([...versions, next], id), at: id };
}

/** With the counts of a text. */
export function counted(history: History, text: string, counts: ReadonlyMap<string, number>): History {
  const versions = history.versions.map((version) => {
    const before = version.before?.text === text ? { text, counts } : version.before;
    return version.text === text ? { ...version, counts, before } : { ...version, before };
  });
  return { ...history, versions };
}

function replaced(versions: readonly Version[], next: Version): Version[] {
  return versions.map((version) => (version.id === next.id ? next : version));
}

/** Without the oldest, where they are too many or too long; the one in the editor stays. */
function bounded(versions: readonly Version[], at: number): Version[] {
  const kept = [...versions];
  let characters = kept.reduce((sum, { text }) => sum + text.length, 0);
  while (kept.length > MOST || (characters > MOST_CHARACTERS && kept.length > 1)) {
    const oldest = kept.findIndex(({ id }) => id !== at);
    characters -= kept.splice(oldest, 1)[0]!.text.length;
  }
  return kept;
}

// In words -------------------------------------------------------------------------------------------

/** What a version changed. */
export function whatChanged({ text, counts, before }: Version): string {
  if (!before) return t("At first");
  const moved = counts && before.counts ? countsMoved(before.counts, counts) : [];
  if (moved.length) {
    const more = moved.length > MOST_CARDS ? ["…"] : [];
    return [...moved.slice(0, MOST_CARDS), ...more].join(", ");
  }
  return lineChanged(before.text, text);
}

function countsMoved(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((card) => before.get(card) !== now.get(card))
    .map((card) =>
      t("{card} {before} → {now}", { card, before: before.get(card) ?? 0, now: now.get(card) ?? 0 }),
    );
}

/** The first line that is another one. */
function lineChanged(before: string, now: string): string {
  const old = before.split("\n");
  const lines = now.split("\n");
  let start = 0;
  while (start < Math.min(old.length, lines.length) && old[start] === lines[start]) start += 1;
  let same = 0;
  const most = Math.min(old.length, lines.length) - start;
  while (same < most && old.at(-1 - same) === lines.at(-1 - same)) same += 1;
  const written = lines.slice(start, lines.length - same).find((line) => line.trim());
  const gone = old.slice(start, old.length - same).find((line) => line.trim());
  if (written !== undefined) {
    return t("Line {line}: {text}", { line: lines.indexOf(written, start) + 1, text: short(written) });
  }
  return gone === undefined ? t("Blanks") : t("Without {text}", { text: short(gone) });
}

function short(line: string): string {
  const chars = [...line.trim()];
  return chars.length <= LONGEST_LINE ? chars.join("") : `${chars.slice(0, LONGEST_LINE).join("")}…`;
}
