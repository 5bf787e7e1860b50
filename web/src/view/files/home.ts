// What a deck has in this browser, where no server has its file: its place on the shelf, what can be undone, and the
// user's file that it is saved into.
//
// What comes in: how the deck was found; its text as it changes; the wish to save it.  What goes out: the same at the
// next visit, and what the state says of it.

import type { EditorView } from "@codemirror/view";

import { t } from "../../parts/words";
import type { Reading } from "./database";
import { canPick, Changed, chosen, Forbidden, keepTarget, plain, save, targetOf, type Target } from "./files";
import type { Opened } from "./opening";
import type { Session } from "../session";
import { addressOf, free, freshMark, Place, put, type List } from "./shelf";
import type { Said } from "../state";
import { historyOf } from "../text/undoing";

const SAID = "yisp.said";

/** A deck as it was found. */
export interface Found {
  name: string;
  text: string;
  /** Whose writing it is; null where it is not kept yet. */
  mark: string | null;
  history?: unknown;
  list?: List | undefined;
  /** What is looked at. */
  topic?: string | null;
}

export class Home {
  /** The list that the text was made of, as long as that is all that was done. */
  list: List | null;
  private place: Place | null = null;
  private target: Target | null = null;

  constructor(
    private readonly found: Found,
    /** What reads card databases. */
    readonly reading: Reading,
  ) {
    this.list = found.list ?? null;
  }

  get history(): unknown {
    return this.found.history;
  }

  attach(session: Session): void {
    const { name, mark } = this.found;
    this.place = new Place(
      name,
      mark,
      (sentence) => session.say(sentence, "bad"),
      (other) => {
        this.target = null; // the file is the other tab's
        session.rename(other);
      },
    );
    void targetOf(name).then((target) => {
      if (target && this.place!.name === name) this.hold(session, target);
    });
  }

  /** Keeps what is in the editor. */
  keep(view: EditorView): void {
    this.list = null;
    this.place!.keep(() => ({ text: view.state.doc.toString(), history: historyOf(view.state) }));
  }

  /** Writes the deck's file; `anew` into one that is still to be chosen. */
  async save(session: Session, { force = false, anew = false }): Promise<void> {
    const { text } = session;
    const target = (!anew && this.target) || (await chosen(this.place!.name));
    if (!target) return;
    try {
      this.hold(session, await save(target, text, force || target !== this.target));
      await keepTarget(this.place!.name, this.target);
      session.store.set({ conflict: null, said: { sentence: t("Saved."), kind: "good" } });
    } catch (error) {
      const file = target.handle.name;
      if (error instanceof Changed) {
        const conflict = t("{file} has changed since it was opened or saved here, so it was not saved.", { file });
        session.store.set({ conflict });
      } else if (error instanceof Forbidden) {
        session.say(t("The browser does not let this page write {file}.", { file }), "bad");
      } else {
        const reason = (error as Error).message;
        session.say(t("{file} was not saved: {reason}.", { file, reason }), "bad");
      }
    }
  }

  private hold(session: Session, target: Target): void {
    this.target = target;
    session.store.set({ inFile: true, saved: plain(target.content) });
  }
}

/** Whether decks can be saved into files, and not only downloaded. */
export const savesFiles = canPick;

/** Keeps a deck under a name that is free, and goes there; whether that could be done. */
export async function begin({ name, text, said, list, target }: Opened): Promise<boolean> {
  const chosen = free(name);
  if (!put(chosen, { text, list }, freshMark())) return false;
  await keepTarget(chosen, target);
  if (said) sessionStorage.setItem(SAID, JSON.stringify(said));
  location.assign(addressOf(chosen));
  return true;
}

/** What is still to be said of a deck that was begun. */
export function leftToSay(): Said | null {
  try {
    const said = JSON.parse(sessionStorage.getItem(SAID) ?? "null") as Said | null;
    sessionStorage.removeItem(SAID);
    return said;
  } catch {
    return null;
  }
}
