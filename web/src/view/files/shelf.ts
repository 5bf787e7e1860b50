// Decks that this browser keeps, by name: what is typed survives a closed tab, with what can be undone, and is sent
// nowhere.
//
// What comes in: texts.  What goes out: the same at the next visit.  Each text has the mark of who wrote it last, and
// of whose text it took the place: a tab that finds another one's mark, or that hears of a text that took the place
// of none of its own, writes under another name, and says so.  Where a browser keeps nothing (its storage is full,
// or closed to pages), that is said once.

import { t } from "../../parts/words";

const BEFORE = "yisp.deck.";
const LAST = "yisp.last";
const PAUSE = 300;

export interface Content {
  text: string;
  /** What can be undone (`undoing.ts`). */
  history?: unknown;
  /** The list that all of the text was made of, where cards in it are still called by passcodes. */
  list?: List | undefined;
}

export interface Kept extends Content {
  name: string;
  /** Whose writing it is. */
  mark: string;
  /** Whose it took the place of. */
  after: string | null;
  /** When, in milliseconds. */
  at: number;
}

/** A list of cards as it was opened. */
export interface List {
  file: string;
  /** In base64. */
  content: string;
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
  return parsed(name, got(BEFORE + name));
}

function parsed(name: string, written: string | null): Kept | null {
  try {
    const found = JSON.parse(written ?? "null") as Partial<Kept> | null;
    if (typeof found?.text !== "string" || typeof found.mark !== "string") return null;
    const { text, mark, after = null, history, list } = found;
    return { name, text, mark, after, history, list, at: Number(found.at) || 0 };
  } catch {
    return null; // nothing of ours
  }
}

/** This deck is open now. */
export function noted(name: string): void {
  try {
    localStorage.setItem(LAST, name);
  } catch {
    // Nothing is kept here.
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

/** Keeps a text; whether the browser does.  Where there is no room for all, what can be undone is left out. */
export function put(name: string, content: Content, mark: string, after: string | null = null): boolean {
  const all = { mark, after, at: Date.now(), ...content };
  for (const one of [all, { ...all, history: undefined, list: undefined }]) {
    try {
      localStorage.setItem(BEFORE + name, JSON.stringify(one));
      localStorage.setItem(LAST, name);
      return true;
    } catch {
      continue;
    }
  }
  return false;
}

export function keepsNothing(): string {
  return t("This browser keeps nothing for this page: download what you do not want to lose.");
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
  private content: (() => Content) | null = null; // that is not kept yet
  private written: Content | null = null; // the last that was kept
  private newest: string | null; // the mark that is known to be there
  private timer = 0;
  private complained = false;
  private warned = false;

  constructor(
    public name: string,
    /** The mark that it had when it was read; null where nothing was kept. */
    private mark: string | null,
    private readonly say: (sentence: string) => void,
    /** It has another name by now. */
    private readonly renamed: (name: string) => void,
  ) {
    this.newest = mark;
    addEventListener("pagehide", () => this.write());
    addEventListener("storage", ({ key, newValue }) => {
      const there = key === BEFORE + this.name ? parsed(this.name, newValue) : null;
      if (there) this.hear(there);
    });
  }

  /** Keeps what that gives, in a moment. */
  keep(content: () => Content): void {
    this.content = content;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), PAUSE);
  }

  private write(): void {
    if (this.content === null) return;
    const content = this.content();
    this.content = null;
    const there = read(this.name);
    if (there && there.mark !== this.mark && there.text !== content.text) this.moveOn();
    const done = put(this.name, content, this.own, this.mark);
    this.mark = this.newest = this.own;
    this.written = content;
    if (done) history.replaceState(null, "", addressOf(this.name));
    else if (!this.complained) {
      this.complained = true;
      this.say(keepsNothing());
    }
  }

  /** Another tab has written.  Where that did not take the place of this tab's text, it has not seen it: both were
   *  written at the same moment. */
  private hear(there: Kept): void {
    const { written, newest } = this;
    this.newest = there.mark;
    if (written && newest === this.own && there.after !== this.own && there.text !== written.text) {
      this.content ??= () => written;
      this.moveOn();
      this.write();
    } else if (!this.warned) {
      this.warned = true;
      this.say(t("{deck} is being changed in another tab.", { deck: this.name }));
    }
  }

  /** From now on under a name that is free. */
  private moveOn(): void {
    const before = this.name;
    this.name = free(before);
    this.mark = null;
    this.say(
      t("{deck} was changed in another tab, so what you write here is kept as {other}.", {
        deck: before,
        other: this.name,
      }),
    );
    this.renamed(this.name);
  }
}
