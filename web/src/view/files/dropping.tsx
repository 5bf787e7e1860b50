// What is dropped or pasted anywhere on the page is opened.
//
// What comes in: files that are dropped or pasted, and texts that are pasted where nothing is written: in the editor
// a text is a text, but for the address of a deck (`ydke://`).  What goes out: the same to `opening.ts`; and where
// something is about to be dropped, a frame that says what may be.  Not handled: the panel that takes a second
// deck, which is dropped there.

import { useEffect, useState } from "preact/hooks";

import { t } from "../../parts/words";
import { dropped } from "./files";
import { open, openText } from "./opening";
import type { Session } from "../session";

const WRITTEN = "input, textarea, [contenteditable]";
const OTHER = ".drop";
const ADDRESS = "ydke://";

export function Dropping({ session }: { session: Session }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const ours = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes("Files") === true && !(event.target as Element).closest(OTHER);
    const drag = (event: DragEvent): void => {
      setOver(ours(event));
      if (ours(event)) event.preventDefault();
    };
    const leave = (event: DragEvent): void => setOver((before) => before && event.relatedTarget !== null);
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!ours(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void dropped(event.dataTransfer!).then((files) => open(session, files));
    };
    const paste = (event: ClipboardEvent): void => {
      const place = (event.target as Element).closest(WRITTEN);
      const { clipboardData: list } = event;
      const text = list?.getData("text/plain").trim() ?? "";
      const opens = place ? place.classList.contains("cm-content") && text.startsWith(ADDRESS) : text !== "";
      const files = list?.types.includes("Files") && (!place || !text);
      if (!opens && !files) return;
      event.preventDefault();
      event.stopPropagation();
      if (files) void dropped(list!).then((all) => open(session, all));
      else void openText(session, t("pasted deck"), text);
    };
    const ending = new AbortController();
    const how = { capture: true, signal: ending.signal };
    addEventListener("dragover", drag, how);
    addEventListener("dragleave", leave, how);
    addEventListener("drop", drop, how);
    addEventListener("paste", paste, how);
    return () => ending.abort();
  }, [session]);
  return (
    <div class="dropping" hidden={!over} aria-hidden="true">
      <p>{t("Drop it: a deck file, a .ydk file, a list or table of cards, a card database (cards.cdb)")}</p>
    </div>
  );
}
