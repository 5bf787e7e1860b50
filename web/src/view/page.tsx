// The page as a whole: the bar, the text, the results; on a phone one of the two at a time.
//
// What comes in: the session.  What goes out: the editor, opened in its place once the page stands.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { t } from "../parts/words";
import { openEditor } from "./text/editor";
import { Dropping } from "./files/dropping";
import { Problems } from "./text/problems";
import { Results } from "./results/results";
import type { Session } from "./session";
import { Split } from "./split";
import { isBlank, useStore, type State } from "./state";
import { Short } from "./short";
import { fileName, Toolbar } from "./toolbar";

const PAUSE_OF_SAID = 4000;

type Pane = "text" | "numbers";

export function Page({ session, nonce }: { session: Session; nonce: string }) {
  const state = useStore(session.store);
  useSaving(session);
  useEffect(() => {
    document.title = `${fileName(state)} – Yisp`;
  }, [state.welcome?.file]);
  const [pane, setPane] = useState<Pane>(state.waits || !state.text.trim() ? "numbers" : "text");
  return (
    <div class="view" data-pane={pane}>
      <Toolbar state={state} session={session} />
      <Lost state={state} />
      <main class="panes">
        <section class="pane text-pane" id="pane-text" aria-label={t("Text")}>
          <Editor session={session} nonce={nonce} />
          <Problems state={state} session={session} />
        </section>
        <Split />
        <section class="pane numbers-pane" id="pane-numbers" tabIndex={-1} aria-label={t("Results")}>
          <div class="numbers-inner">
            <Results state={state} session={session} />
          </div>
        </section>
      </main>
      <nav class="panes-choice" aria-label={t("Panes")}>
        <button type="button" aria-pressed={pane === "text"} onClick={() => setPane("text")}>
          {t("Text")}
        </button>
        <button type="button" aria-pressed={pane === "numbers"} onClick={() => setPane("numbers")}>
          {t("Numbers")} <Short state={state} />
        </button>
      </nav>
      <Said state={state} session={session} />
      <Dropping session={session} />
      <Conflict state={state} session={session} />
    </div>
  );
}

/** Ctrl-S saves wherever the focus is. */
function useSaving(session: Session): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "s") return;
      event.preventDefault();
      if (!isBlank(session.text)) void session.save();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [session]);
}

function Editor({ session, nonce }: { session: Session; nonce: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const view = openEditor(place.current!, session.store.state.text, session, nonce);
    return () => view.destroy();
  }, [session, nonce]);
  return <div class="editor" ref={place} />;
}

/** The server is gone, or not there yet. */
function Lost({ state }: { state: State }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(!state.open), state.open ? 0 : 400);
    return () => clearTimeout(timer);
  }, [state.open]);
  return (
    <div role="status">
      {late && !state.open && (
        <p class="lost">
          {t(
            "The program on your computer is gone. Your text stays here; the numbers go on as soon as it is back.",
          )}
        </p>
      )}
    </div>
  );
}

function Said({ state, session }: { state: State; session: Session }) {
  const { said } = state;
  useEffect(() => {
    if (said?.kind !== "good" || said.take || said.more?.length) return;
    const timer = setTimeout(() => session.silence(), PAUSE_OF_SAID);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div class="said-place" role="status">
      {said && (
        <div class={`said ${said.kind}`}>
          {said.sentence}{" "}
          {said.take && (
            <button type="button" class="link" onClick={said.take}>
              {t("Take it")}
            </button>
          )}{" "}
          <button type="button" class="link" onClick={() => session.silence()}>
            {t("Close")}
          </button>
          {said.more && said.more.length > 0 && (
            <ul>
              {said.more.map((one) => (
                <li>{one}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

/** Somebody else has written the file meanwhile. */
function Conflict({ state, session }: { state: State; session: Session }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (state.conflict !== null) dialog.current?.showModal();
    else dialog.current?.close();
  }, [state.conflict]);
  return (
    <dialog ref={dialog} aria-labelledby="conflict-title" onClose={() => session.keepFile()}>
      <h2 id="conflict-title">{t("The file has changed")}</h2>
      <p>{state.conflict}</p>
      <div class="dialog-end">
        <button type="button" onClick={() => session.keepFile()}>
          {t("Do not save")}
        </button>
        <button type="button" class="primary" onClick={() => void session.save(true)}>
          {t("Save all the same")}
        </button>
      </div>
    </dialog>
  );
}
