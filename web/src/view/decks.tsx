// The decks of a page without a server: those that this browser keeps, and files of the user's.
//
// What comes in: what is kept, and files that are chosen or dropped.  What goes out: another deck, by another
// address: each has a page of its own.

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../parts/words";
import { Icon } from "./icons";
import type { Session } from "./session";
import { addressOf, forget, free, freshMark, kept, put, type Kept } from "./shelf";

/** A deck file has at most 4 MiB, and a browser keeps about as much in all. */
const LARGEST = 2 ** 20;

/** Keeps a text under a name that is free, and goes there; whether that could be done. */
export function begin(name: string, text: string): boolean {
  const chosen = free(name);
  if (!put(chosen, text, freshMark())) return false;
  location.assign(addressOf(chosen));
  return true;
}

/** Opens a file that was chosen or dropped. */
export async function openFile(file: File, session: Session): Promise<void> {
  if (file.size > LARGEST) {
    session.say(t("{file} is too large for a deck.", { file: file.name }), "bad");
    return;
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    session.say(t("{file} is no text in UTF-8.", { file: file.name }), "bad");
    return;
  }
  if (!begin(file.name, text)) {
    session.say(t("This browser keeps nothing for this page: download what you do not want to lose."), "bad");
  }
}

export function Decks({ session }: { session: Session }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [decks, setDecks] = useState<readonly Kept[]>([]);
  useDropping(session);
  const show = () => {
    setDecks(kept());
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" title={t("The decks that this browser keeps")} onClick={show}>
        <Icon of="hand" />
        <span class="wish">{t("Decks")}</span>
      </button>
      <dialog ref={dialog} class="decks" aria-labelledby="decks-title">
        <h2 id="decks-title">{t("Your decks")}</h2>
        <p class="soft">{t("They are kept in this browser and sent nowhere.")}</p>
        <ul class="kept">
          {decks.map(({ name, at }) => (
            <li key={name}>
              <a href={addressOf(name)}>{name}</a> <time class="soft">{new Date(at).toLocaleString()}</time>
              <button
                type="button"
                class="link"
                aria-label={t("Delete {deck}", { deck: name })}
                onClick={() => {
                  if (!confirm(t("Delete {deck}?", { deck: name }))) return;
                  forget(name);
                  setDecks(kept());
                }}
              >
                {t("Delete")}
              </button>
            </li>
          ))}
        </ul>
        <p>
          <label class="file-choice">
            {t("Open a file")}{" "}
            <input
              type="file"
              accept=".yml,.yaml,text/plain"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) void openFile(file, session);
              }}
            />
          </label>
        </p>
        <form method="dialog" class="dialog-end">
          <button type="button" onClick={() => begin("deck.yml", "")}>
            {t("New deck")}
          </button>
          <button type="submit" class="primary">
            {t("Done")}
          </button>
        </form>
      </dialog>
    </>
  );
}

/** A file that is dropped anywhere on the page is opened. */
function useDropping(session: Session): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      void openFile(file, session);
    };
    addEventListener("dragover", over, true);
    addEventListener("drop", drop, true);
    return () => {
      removeEventListener("dragover", over, true);
      removeEventListener("drop", drop, true);
    };
  }, [session]);
}
