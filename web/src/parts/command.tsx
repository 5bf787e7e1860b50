// A command to copy.

import { useState } from "preact/hooks";

import { t } from "./words";

export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="command">
      <div class="scroll" tabIndex={0} role="group" aria-label={t("Command")}>
        <code>{text}</code>
      </div>
      {"clipboard" in navigator && (
        <button type="button" onClick={copy}>
          <span aria-live="polite">{copied ? t("Copied") : t("Copy")}</span>
        </button>
      )}
    </div>
  );
}
