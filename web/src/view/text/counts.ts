// The counts of the cards as they stand in the text: one truth, which sliders change like anybody who types.
//
// What comes in: the cards of a text that the server has read, and each change since.  What goes out: the
// change of the text that gives a card another count.  Not handled: counts that stand in another file, in a
// template for many cards or nowhere to write; such a card has no place, and cannot be changed here.

import type { ChangeDesc, Text } from "@codemirror/state";
import { offsetOf, rangeOf, type Range } from "./places";
import type { DeckCard } from "../protocol";
import type { Since } from "./revisions";

/** Where a count stands; or, between `before` and `after`, where it would. */
interface Written extends Range {
  before: string;
  after: string;
  /** What it is where it is not written. */
  implied: number;
}

type Counted = Pick<DeckCard, "name" | "count" | "place" | "insert">;

interface Change extends Range {
  insert: string;
}

/** By this name, which no card has, the deck's size is known: a number in the text like a count. */
export const SIZE = "\0size";

const NUMBER = /^(["']?)\d+\1$/;

export class Counts {
  private places = new Map<string, Written>();

  /** The server has read a text; the changes since then are given. */
  read(cards: readonly Counted[], { doc, changes }: Since): void {
    this.places = new Map();
    for (const { name, place, insert, count } of cards) {
      if (place) {
        this.places.set(name, { ...rangeOf(doc, place), before: "", after: "", implied: count });
      } else if (insert) {
        const at = offsetOf(doc, insert.line, insert.column);
        this.places.set(name, {
          from: at,
          to: at,
          before: insert.before,
          after: insert.after,
          implied: count,
        });
      }
    }
    this.moved(changes);
  }

  /** The text has changed; what is written in place of a count is still that count. */
  moved(changes: ChangeDesc): void {
    for (const [name, place] of this.places) {
      const to = changes.mapPos(place.to, 1);
      const from = place.from === place.to ? to : changes.mapPos(place.from, -1);
      this.places.set(name, { ...place, from, to });
    }
  }

  /** Where the card's count stands, if it is a number that stands in the text. */
  rangeOf(name: string, doc: Text): Range | null {
    const place = this.places.get(name);
    if (!place || place.to > doc.length) return null;
    if (place.from === place.to) return place.before ? place : null;
    return NUMBER.test(doc.sliceString(place.from, place.to)) ? place : null;
  }

  /** The count of a card that has a place. */
  countOf(name: string, doc: Text): number | null {
    const range = this.rangeOf(name, doc);
    if (!range) return null;
    if (range.from === range.to) return this.places.get(name)!.implied;
    return Number(doc.sliceString(range.from, range.to).replace(/["']/g, ""));
  }

  /** The changes that write other counts; null where one of them cannot be written. */
  changes(wanted: ReadonlyMap<string, number>, doc: Text): Change[] | null {
    const made: Change[] = [];
    for (const [name, count] of wanted) {
      const range = this.rangeOf(name, doc);
      const place = this.places.get(name);
      if (!range || !place) return null;
      made.push({ from: range.from, to: range.to, insert: `${place.before}${count}${place.after}` });
    }
    return made;
  }

  /** Those changes were made, and `moved` has heard of them. */
  written(wanted: ReadonlyMap<string, number>): void {
    for (const [name, count] of wanted) {
      const place = this.places.get(name)!;
      if (!place.before) continue;
      // What was inserted ends where the place is now.
      const from = place.to - place.after.length - String(count).length;
      this.places.set(name, { ...place, from, to: from + String(count).length, before: "", after: "" });
    }
  }

  /** The text without those counts. */
  rest(names: readonly string[], doc: Text): string {
    const places = names.flatMap((name) => (this.rangeOf(name, doc) ? this.places.get(name)! : []));
    let at = 0;
    let text = "";
    for (const { from, to, before, after } of places.sort((one, other) => one.from - other.from)) {
      text += `${doc.sliceString(at, from)}${before}\0${after}`;
      at = to;
    }
    return text + doc.sliceString(at);
  }
}
