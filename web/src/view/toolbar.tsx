// The bar above both panes: what is open, whether it is saved, and what can be done with it.

import { useRef, useState } from "preact/hooks";

import { copy, keep } from "../parts/keeping";
import { t } from "../parts/words";
import { Decks } from "./files/decks";
import { savesFiles } from "./files/home";
import { Icon, Mark, SignButton } from "./icons";
import { LONGEST_FRAGMENT, packed } from "./files/link";
import type { Session } from "./session";
import { hasErrors, isBlank, type State } from "./state";

const STANDARD_INPUT = "<stdin>";

export function Toolbar({ state, session }: { state: State; session: Session }) {
  const { welcome, pinned, text, saved } = state;
  const dirty = text !== saved;
  const { home } = session;
  const filed = welcome?.writable || state.inFile; // it has a file
  const blank = isBlank(text) || state.waits; // there is nothing to do with it yet
  return (
    <header class="toolbar">
      <h1 class="brand">
        <Mark />
        <span class="brand-name">Yisp</span>
      </h1>
      <p class="file">
        <span class="file-name">{fileName(state)}</span>
        {dirty && filed && (
          <span class="dirty" title={t("not saved")}>
            <span class="visually-hidden">{t("not saved")}</span>
          </span>
        )}
      </p>
      <div class="wishes" role="toolbar" aria-label={t("Deck")}>
        <SignButton
          of="undo"
          said={t("Undo")}
          title={t("Undo")}
          class="sign"
          disabled={!state.undoable}
          act={() => session.undo()}
        />
        <SignButton
          of="redo"
          said={t("Redo")}
          title={t("Redo")}
          class="sign"
          disabled={!state.redoable}
          act={() => session.redo()}
        />
        <button
          type="button"
          aria-pressed={pinned !== null}
          disabled={!pinned && (blank || hasErrors(state))}
          title={t("Compare what you change with the deck as it is now")}
          onClick={() => (pinned ? session.unpin() : session.pin())}
        >
          <Icon of="pin" />
          <span class="wish">{pinned ? t("Unpin") : t("Pin")}</span>
        </button>
        <Decks session={session} />
        {home ? <Link state={state} session={session} blank={blank} /> : <Share session={session} blank={blank} />}
        <button
          type="button"
          disabled={blank}
          title={t("The report as one page, to keep or to send")}
          onClick={() => void report(session)}
        >
          <Icon of="report" />
          <span class="wish">{t("Report")}</span>
        </button>
        <button
          type="button"
          class="primary"
          disabled={filed ? !dirty : blank}
          onClick={() => void session.save()}
        >
          <Icon of="save" />
          <span class="wish">{welcome?.writable || (home && savesFiles()) ? t("Save") : t("Download")}</span>
        </button>
      </div>
    </header>
  );
}

/** What the deck is called. */
export function fileName({ welcome }: State): string {
  return welcome?.file && welcome.file !== STANDARD_INPUT ? welcome.file : t("a deck without a file");
}

async function report(session: Session): Promise<void> {
  const found = await session.report();
  if (found) keep(new Blob([found.html], { type: "text/html" }), found.name);
}

/** A link that holds the deck: no server is told what stands behind its `#`. */
function Link({ state, session, blank }: { state: State; session: Session; blank: boolean }) {
  const share = async () => {
    const fragment = await packed(state);
    if (fragment.length > LONGEST_FRAGMENT) {
      session.say(t("This deck is too large for a link; download it instead."), "bad");
      return;
    }
    const address = location.origin + location.pathname + fragment;
    if (await copy(address)) session.say(t("A link with this deck is copied."), "good");
    else prompt(t("A link with this deck"), address);
  };
  return (
    <button type="button" disabled={blank} title={t("A link that opens this deck")} onClick={() => void share()}>
      <Icon of="share" />
      <span class="wish">{t("Share it")}</span>
    </button>
  );
}

function Share({ session, blank }: { session: Session; blank: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shared, setShared] = useState("");
  const [copied, setCopied] = useState(false);
  const share = async () => {
    const text = await session.share();
    if (text === null) return;
    setShared(text);
    setCopied(await copy(text));
    dialog.current?.showModal();
  };
  return (
    <>
      <button
        type="button"
        disabled={blank}
        title={t("A text that opens this deck elsewhere")}
        onClick={share}
      >
        <Icon of="share" />
        <span class="wish">{t("Share it")}</span>
      </button>
      <dialog ref={dialog} class="share" aria-labelledby="share-title">
        <h2 id="share-title">{t("Pass this deck on")}</h2>
        <p>
          {copied
            ? t("The text is copied. Who gets it runs this command, pastes the text and ends it with Ctrl-D:")
            : t("Copy this text. Who gets it runs this command, pastes the text and ends it with Ctrl-D:")}
        </p>
        <pre>
          <code>yispc view -</code>
        </pre>
        <p class="soft">
          {t("The text holds the deck only. Opening it reads no file, and nothing runs before a yes.")}
        </p>
        <textarea
          readOnly
          rows={6}
          aria-label={t("The text")}
          value={shared}
          onFocus={(event) => event.currentTarget.select()}
        />
        <form method="dialog" class="dialog-end">
          <button type="button" onClick={async () => setCopied(await copy(shared))}>
            {copied ? t("Copied") : t("Copy")}
          </button>
          <button type="submit" class="primary">
            {t("Done")}
          </button>
        </form>
      </dialog>
    </>
  );
}
