// Notices: what went wrong in play, where in the deck file, how often, and the command that replays it.
//
// What comes in: notices in words.  What goes out: a list, each with the deck's line and a mark under the
// place.

import { Command } from "./command";
import type { ToldNotice } from "./types";
import { t } from "./words";
import "./notices.css";

export function Notices({ notices }: { notices: ToldNotice[] }) {
  if (!notices.length) return <p class="soft">{t("Nothing went wrong in play.")}</p>;
  return (
    <ul class="notices">
      {notices.map((one) => (
        <li class="notice">
          <p class="notice-text">
            <span class="notice-code">{one.code}</span> {one.text}
          </p>
          <p class="soft">{one.often}</p>
          {one.source !== null && (
            <div class="scroll source" tabIndex={0} role="group" aria-label={place(one)}>
              <p class="source-place">{place(one)}</p>
              <pre>
                <code>{one.source}</code>
              </pre>
            </div>
          )}
          {one.command && <Command text={one.command} />}
        </li>
      ))}
    </ul>
  );
}

function place(one: ToldNotice): string {
  return one.line === null ? one.file : `${one.file}:${one.line}:${one.column}`;
}
