// Decks to open: those that this browser keeps, files of the user's, and what is pasted.
//
// What comes in: what is kept, and files and texts.  What goes out: another deck, by another address where each has
// a page of its own.

import { useRef, useState } from "preact/hooks";

import { t } from "../../parts/words";
import { canPick, given, keepTarget, picked } from "./files";
import { begin } from "./home";
import { Icon } from "../icons";
import { open, openText } from "./opening";
import type { Session } from "../session";
import { addressOf, forget, keepsNothing, kept, type Kept } from "./shelf";

export function Decks({ session }: { session: Session }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [decks, setDecks] = useState<readonly Kept[]>([]);
  const { home } = session;
  const show = () => {
    if (home) setDecks(kept());
    dialog.current?.showModal();
  };
  const take = (opening: Promise<void>) => void opening.then(() => dialog.current?.close());
  const title = home ? t("Your decks") : t("Open a deck");
  return (
    <>
      <button type="button" title={home ? t("The decks that this browser keeps, and files") : title} onClick={show}>
        <Icon of="hand" />
        <span class="wish">{home ? t("Decks") : t("Open")}</span>
      </button>
      <dialog ref={dialog} class="decks" aria-labelledby="decks-title">
        <h2 id="decks-title">{title}</h2>
        {home && <p class="soft">{t("They are kept in this browser and sent nowhere.")}</p>}
        {decks.length > 0 && <KeptDecks decks={decks} changed={() => setDecks(kept())} />}
        <OpenFile session={session} take={take} />
        <Paste session={session} take={take} />
        <form method="dialog" class="dialog-end">
          {home && (
            <button type="button" onClick={() => void fresh(session)}>
              {t("New deck")}
            </button>
          )}
          {home && canPick() && (
            <button type="submit" onClick={() => void session.save(false, true)}>
              {t("Save in another file")}
            </button>
          )}
          <button type="submit" class="primary">
            {t("Done")}
          </button>
        </form>
      </dialog>
    </>
  );
}

function KeptDecks({ decks, changed }: { decks: readonly Kept[]; changed: () => void }) {
  const remove = (name: string) => {
    if (!confirm(t("Delete {deck}?", { deck: name }))) return;
    forget(name);
    void keepTarget(name, null);
    changed();
  };
  return (
    <ul class="kept">
      {decks.map(({ name, at }) => (
        <li key={name}>
          <a href={addressOf(name)}>{name}</a> <time class="soft">{new Date(at).toLocaleString()}</time>
          <button
            type="button"
            class="link"
            aria-label={t("Delete {deck}", { deck: name })}
            onClick={() => remove(name)}
          >
            {t("Delete")}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Opening {
  session: Session;
  take: (opening: Promise<void>) => void;
}

/** A deck file, a list or a card database, by the browser's own dialogue; on a page that has no access to files, by a
 *  field. */
function OpenFile({ session, take }: Opening) {
  const pick = async () => {
    const files = await picked();
    if (files.length) await open(session, files);
  };
  return (
    <div class="opening">
      {canPick() ? (
        <button type="button" onClick={() => take(pick())}>
          {t("Open a file")}
        </button>
      ) : (
        <label class="file-choice">
          {t("Open a file")}{" "}
          <input
            type="file"
            multiple
            onChange={({ currentTarget: field }) => {
              const files = [...(field.files ?? [])];
              field.value = ""; // the same one may be chosen again
              take(Promise.all(files.map((file) => given(file))).then((all) => open(session, all)));
            }}
          />
        </label>
      )}
      <p class="soft">
        {t("A deck file, a .ydk file, a list or table of cards, a card database (cards.cdb); or drop it on the page.")}
      </p>
    </div>
  );
}

function Paste({ session, take }: Opening) {
  const [pasted, paste] = useState("");
  return (
    <details class="pasting">
      <summary>{t("Paste a deck, a list or an address ydke://…")}</summary>
      <textarea
        rows={6}
        aria-label={t("A deck or a list of cards")}
        value={pasted}
        spellcheck={false}
        onInput={(event) => paste(event.currentTarget.value)}
      />
      <button
        type="button"
        disabled={!pasted.trim()}
        onClick={() => take(openText(session, t("pasted deck"), pasted).then(() => paste("")))}
      >
        {t("Open it")}
      </button>
    </details>
  );
}

async function fresh(session: Session): Promise<void> {
  const blank = { name: "deck.yml", text: "", said: null, list: undefined, target: null };
  if (!(await begin(blank))) session.say(keepsNothing(), "bad");
}
