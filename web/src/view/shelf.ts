// Decks that this browser keeps, by name: what is typed survives a closed tab, and is sent nowhere.
//
// What comes in: texts.  What goes out: the same at the next visit.  Each text has the mark of who wrote it last: a
// tab that finds another one's mark writes under another name, and says so.  Where a browser keeps nothing (its
// storage is full, or closed to pages), that is said once.

import { t } from "../parts/words";

const BEFORE = "yisp.deck.";
const LAST = "yisp.last";
const PAUSE = 300;

export interface Kept {
  name: string;
  text: string;
  /** Whose writing it is. */
  mark: string;
  /** When, in milliseconds. */
  at: number;
}

/** A mark that nobody else has.  (`randomUUID` is only there where a page is encrypted.) */
export function freshMark(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** What is kept under a key; nothing where a page may not look. */
function got(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** All decks that are kept, the newest first. */
export function kept(): Kept[] {
  const keys = got(LAST) === null ? [] : Object.keys(localStorage);
  const found = keys.map((key) => (key.startsWith(BEFORE) ? read(key.slice(BEFORE.length)) : null));
  return found.filter((one) => one !== null).sort((one, other) => other.at - one.at);
}

export function read(name: string): Kept | null {
  try {
    const found = JSON.parse(got(BEFORE + name) ?? "null") as Partial<Kept> | null;
    if (typeof found?.text !== "string" || typeof found.mark !== "string") return null;
    return { name, text: found.text, mark: found.mark, at: Number(found.at) || 0 };
  } catch {
    return null; // nothing of ours
  }
}

/** The deck that was open last. */
export function last(): Kept | null {
  const name = got(LAST);
  return name === null ? null : read(name);
}

export function forget(name: string): void {
  localStorage.removeItem(BEFORE + name);
}

/** The same name, or the first like it that nothing is kept under. */
export function free(name: string): string {
  const [, stem, ending] = /^(.*?)(\.ya?ml)?$/s.exec(name)!;
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? name : `${stem} ${number}${ending ?? ""}`;
    if (got(BEFORE + one) === null) return one;
  }
}

/** Keeps a text; whether the browser does. */
export function put(name: string, text: string, mark: string): boolean {
  try {
    localStorage.setItem(BEFORE + name, JSON.stringify({ text, mark, at: Date.now() }));
    localStorage.setItem(LAST, name);
    return true;
  } catch {
    return false;
  }
}

/** Where a page goes to that shows a kept deck. */
export function addressOf(name: string): string {
  const query = new URLSearchParams(location.search);
  query.set("deck", name);
  return `${location.pathname}?${query}`;
}

/** The place of the deck that is open here. */
export class Place {
  private readonly own = freshMark();
  private text: string | null = null;
  private timer = 0;
  private complained = false;

  constructor(
    public name: string,
    /** The mark that it had when it was read; null where nothing was kept. */
    private mark: string | null,
    private readonly say: (sentence: string) => void,
  ) {
    addEventListener("pagehide", () => this.write());
  }

  /** Keeps that text in a moment. */
  keep(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), PAUSE);
  }

  private write(): void {
    if (this.text === null) return;
    const there = read(this.name);
    if (there && there.mark !== this.mark && there.text !== this.text) {
      const before = this.name;
      this.name = free(before);
      this.say(
        t("{deck} was changed in another tab, so what you write here is kept as {other}.", {
          deck: before,
          other: this.name,
        }),
      );
    }
    this.mark = this.own;
    const done = put(this.name, this.text, this.own);
    this.text = null;
    if (done) history.replaceState(null, "", addressOf(this.name));
    else if (!this.complained) {
      this.complained = true;
      this.say(t("This browser keeps nothing for this page: download what you do not want to lose."));
    }
  }
}
