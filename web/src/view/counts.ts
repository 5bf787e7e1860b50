// The counts of the cards as they stand in the text: one truth, which sliders change like anybody who types.
//
// What comes in: the cards of a text that the server has read, and each change since.  What goes out: the change of the
// text that gives a card another count.  Not handled: counts that stand in another file, in a template for many cards
// or nowhere to write; such a card has no place, and cannot be changed here.

import type { ChangeDesc, Text } from "@codemirror/state";
import { offsetOf, rangeOf, type Range } from "./places";
import type { DeckCard } from "./protocol";
import type { Since } from "./revisions";

interface Written extends Range {
  before: string;
  after: string;
}

interface Change extends Range {
  insert: string;
}

const NUMBER = /^(["']?)\d+\1$/;

export class Counts {
  private places = new Map<string, Written>();

  /** The server has read a text; the changes since then are given. */
  read(cards: readonly DeckCard[], { doc, changes }: Since): void {
    this.places = new Map();
    for (const { name, place, insert } of cards) {
      if (place) {
        this.places.set(name, { ...rangeOf(doc, place), before: "", after: "" });
      } else if (insert) {
        const at = offsetOf(doc, insert.line, insert.column);
        this.places.set(name, { from: at, to: at, before: insert.before, after: insert.after });
      }
    }
    this.moved(changes);
  }

  /** The text has changed; what is written in place of a count is still that count. */
  moved(changes: ChangeDesc): void {
    for (const [name, { from, to, before, after }] of this.places) {
      if (from === to) {
        const at = changes.mapPos(from, 1);
        this.places.set(name, { from: at, to: at, before, after });
      } else {
        this.places.set(name, { from: changes.mapPos(from, -1), to: changes.mapPos(to, 1), before, after });
      }
    }
  }

  /** Where the card's count stands, if it is a number that stands in the text. */
  rangeOf(name: string, doc: Text): Range | null {
    const place = this.places.get(name);
    if (!place || place.to > doc.length) return null;
    if (place.from === place.to) return place.before ? place : null;
    return NUMBER.test(doc.sliceString(place.from, place.to)) ? place : null;
  }

  /** The count as it is written. */
  countOf(name: string, doc: Text): number | null {
    const range = this.rangeOf(name, doc);
    return range && range.from < range.to ? Number(doc.sliceString(range.from, range.to).replace(/["']/g, "")) : null;
  }

  /** The change that writes another count; null where it cannot be written. */
  change(name: string, count: number, doc: Text): { changes: Change; number: Range } | null {
    const range = this.rangeOf(name, doc);
    const place = this.places.get(name);
    if (!range || !place) return null;
    const from = range.from + place.before.length;
    return {
      changes: { from: range.from, to: range.to, insert: `${place.before}${count}${place.after}` },
      number: { from, to: from + String(count).length },
    };
  }

  /** The change was made. */
  written(name: string, number: Range): void {
    this.places.set(name, { ...number, before: "", after: "" });
  }

  /** The text without the card's count, by which texts that differ in nothing else are known. */
  rest(name: string, doc: Text): string | null {
    const range = this.rangeOf(name, doc);
    if (!range || range.from === range.to) return null;
    return `${doc.sliceString(0, range.from)}\0${doc.sliceString(range.to)}`;
  }
}
