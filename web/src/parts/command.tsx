// A command to copy.

import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";

import { copy } from "./keeping";
import { t } from "./words";

/** What is to be done before any command of the page works; null where nothing is. */
export const Before = createContext<string | null>(null);

export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const before = useContext(Before);
  const take = async () => {
    setCopied(await copy(text));
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <>
      {before !== null && <p class="soft before-command">{before}</p>}
      <div class="command">
        <div class="scroll" tabIndex={0} role="group" aria-label={t("Command")}>
          <code>{text}</code>
        </div>
        {"clipboard" in navigator && (
          <button type="button" onClick={take}>
            <span aria-live="polite">{copied ? t("Copied") : t("Copy")}</span>
          </button>
        )}
      </div>
    </>
  );
}
