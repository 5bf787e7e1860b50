// The second deck, which the one that is edited is held against: opened from a file, dropped, pasted, or a
// version that was tried.
//
// What comes in: files and texts of the user's, and the history.  What goes out: a name and a text, as what was
// chosen for the panel.  Nothing is read but what the user hands over.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { t } from "../../parts/words";
import { whatChanged } from "../results/history";
import type { Session } from "../session";
import type { State } from "../state";

/** Characters of a message about a study, as the server has them (view/protocol.py), with room for the rest. */
const LONGEST = 2 ** 18 - 2 ** 12;

/** A text by its name; false where it is too long. */
function take(session: Session, name: string, text: string): boolean {
  if (JSON.stringify(text).length > LONGEST) {
    session.say(t("That deck is too long to be compared here; the command `yispc compare` takes it."), "bad");
    return false;
  }
  session.choose("compare", { name, text });
  return true;
}

async function takeFile(session: Session, file: File): Promise<void> {
  if (file.size > LONGEST) take(session, file.name, " ".repeat(LONGEST));
  else take(session, file.name, await file.text());
}

/** Where a deck can be dropped, a file or a text. */
export function Drop({ session, children }: { session: Session; children: ComponentChildren }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (!file && !text) return;
    session.openPanel("compare", true);
    if (file) void takeFile(session, file);
    else take(session, t("dropped deck"), text!);
  };
  return (
    <div
      class={over ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

export function SecondDeck({ state, session }: { state: State; session: Session }) {
  const [pasted, paste] = useState("");
  const chosen = state.chosen.get("compare")?.["name"];
  const { pinned, history } = state;
  const versions = history.versions.filter(({ text }) => text !== state.text && text !== pinned?.text).reverse();
  const kept = [
    ...(pinned ? [{ name: t("the pinned deck"), text: pinned.text }] : []),
    ...versions.map((version) => ({ name: whatChanged(version), text: version.text })),
  ];
  return (
    <fieldset class="second">
      <legend>
        {typeof chosen === "string" ? t("Beside this deck: {name}", { name: chosen }) : t("Which deck beside this one?")}
      </legend>
      <label class="second-file">
        <span>{t("A deck file (or drop one here)")}</span>{" "}
        <input
          type="file"
          accept=".yml,.yaml,.txt"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void takeFile(session, file);
            event.currentTarget.value = "";
          }}
        />
      </label>
      {kept.length > 0 && (
        <label>
          <span>{t("A version that you tried")}</span>{" "}
          <select
            value=""
            onChange={(event) => {
              const one = kept[Number(event.currentTarget.value)];
              if (one) take(session, one.name, one.text);
              event.currentTarget.value = "";
            }}
          >
            <option value="">{t("choose")}</option>
            {kept.map(({ name }, at) => (
              <option value={at}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <details>
        <summary>{t("Paste a deck")}</summary>
        <label class="panel-words">
          {t("The text of a deck file")}
          <textarea rows={6} value={pasted} spellcheck={false} onInput={(event) => paste(event.currentTarget.value)} />
        </label>
        <button
          type="button"
          disabled={!pasted.trim()}
          onClick={() => take(session, t("pasted deck"), pasted) && paste("")}
        >
          {t("Compare with it")}
        </button>
      </details>
    </fieldset>
  );
}
