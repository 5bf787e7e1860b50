// Opening what somebody hands over: a deck file, a list of another program, a card database; chosen, dropped or
// pasted.
//
// What comes in: files and texts.  What goes out: a deck, which the session makes of a list as `yispc import` does;
// names of cards, for lists that come later or for the one that was opened last; and what there is to be said about
// it, in sentences.

import { t, tn } from "../../parts/words";
import { isDatabase, keptNames, namesOf, type Names } from "./database";
import { decoded, plain, Unfit, type Given, type Target } from "./files";
import { gone, type Session } from "../session";
import type { List } from "./shelf";
import type { Said } from "../state";

/** Bytes of a deck or a list, as the program takes them. */
const LARGEST = 2 ** 22;
/** The same where a browser has to keep it, which keeps about 5 MB in all. */
const LARGEST_HERE = 2 ** 20;
/** Characters of a list that is kept beside what was made of it. */
const LONGEST_KEPT = 2 ** 18;

/** A deck that was opened. */
export interface Opened {
  name: string;
  text: string;
  said: Said | null;
  /** The list that it was made of, where names are missing. */
  list: List | undefined;
  /** The file that it stands in. */
  target: Target | null;
}

export async function open(session: Session, all: readonly Given[]): Promise<void> {
  try {
    await take(session, all);
  } catch (error) {
    if (!(error instanceof Unfit)) console.error(error);
    session.say((error as Error).message, "bad");
  }
}

export function openText(session: Session, name: string, text: string): Promise<void> {
  return open(session, [{ name, data: new TextEncoder().encode(text), handle: null }]);
}

/** Names of cards first, then the first of the decks. */
async function take(session: Session, all: readonly Given[]): Promise<void> {
  const read = all.map(({ name, data, handle }) => {
    if (!data) throw new Unfit(t("{file} is too large.", { file: name }));
    return { name, data, handle };
  });
  const [base, ...more] = read.filter(({ name, data }) => isDatabase(name, data));
  const [deck, ...others] = read.filter(({ name, data }) => !isDatabase(name, data));
  const left = more.length + others.length;
  const names = base ? await learned(session, base.name, base.data) : await keptNames();
  if (deck) await takeDeck(session, deck, names, left);
  else if (base) await nameAgain(session, base.name, names!);
}

type Whole = Given & { data: Uint8Array<ArrayBuffer> };

async function learned(session: Session, name: string, data: Uint8Array<ArrayBuffer>): Promise<Names> {
  if (!session.home || !session.store.state.welcome?.capabilities.databases) {
    throw new Unfit(
      t("Here no card databases are read; the command does: yispc import LIST --names {file} -o deck.yml", {
        file: name,
      }),
    );
  }
  return namesOf(name, data, session.home.reading);
}

async function takeDeck(session: Session, { name, data, handle }: Whole, names: Names | null, left: number) {
  const largest = session.home ? LARGEST_HERE : LARGEST;
  if (data.length > largest) throw new Unfit(t("{file} is too large.", { file: name }));
  const list = { file: name, content: base64(data) };
  const made = await imported(session, list, names);
  if (!made) return;
  const isDeck = !made.sentences.length;
  const kept = made.nameless > 0 && list.content.length <= LONGEST_KEPT;
  if (left) made.sentences.push(tn("{number} more file was left out.", "{number} more files were left out.", left));
  session.show({
    name: name.replace(/\.\w{1,8}$/, "") + ".yml",
    text: plain(made.text),
    said: saying(session, name, made, names),
    list: kept ? list : undefined,
    target: isDeck && handle ? { handle, content: decoded(data) } : null,
  });
}

/** Names for the list that was opened last, as long as nothing else was done with its deck. */
async function nameAgain(session: Session, file: string, names: Names): Promise<void> {
  const list = session.home!.list;
  const made = list && (await imported(session, list, names));
  if (made) {
    session.replaceText(plain(made.text));
    session.tell(saying(session, file, made, names));
  } else if (!list) {
    const { length } = names.texts;
    session.tell({
      sentence: tn("{number} card has a name from now on.", "{number} cards have names from now on.", length),
      kind: "good",
      more: [t("Open a list of passcodes to use them.")],
    });
  }
}

interface Made {
  text: string;
  sentences: string[];
  nameless: number;
}

async function imported(session: Session, list: List, names: Names | null): Promise<Made | null> {
  const reply = await session.imported({ ...list, ...(names && { names }) });
  if (typeof reply?.text === "string") return reply as unknown as Made;
  const busy = session.home ? t("The program is still busy with the deck that is open: try once more.") : gone();
  session.tell({ sentence: reply?.error ?? busy, kind: "bad", more: (reply?.sentences ?? []) as string[] });
  return null;
}

function saying(session: Session, file: string, { sentences, nameless }: Made, names: Names | null): Said {
  const [first = t("{file} is open.", { file }), ...more] = sentences;
  if (nameless && !names && session.store.state.welcome?.capabilities.databases) {
    more.push(t("Drop or open a card database (cards.cdb), and these cards get their names."));
  }
  return { sentence: first, kind: "good", more };
}

export function base64(data: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < data.length; at += 2 ** 15) {
    letters += String.fromCharCode(...data.subarray(at, at + 2 ** 15));
  }
  return btoa(letters);
}
