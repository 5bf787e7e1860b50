// What is doubtful in the deck's text, and notices: what went wrong in play, how often, and the command that
// replays it.
//
// What comes in: warnings and notices in words.  What goes out: lists, each of them with the deck's line.

import type { ComponentChildren } from "preact";

import { Command } from "./command";
import { Sentence } from "./sentence";
import type { ToldNotice, ToldWarning } from "./types";
import { t } from "./words";
import "./notices.css";

export function Warnings({ warnings }: { warnings: ToldWarning[] }) {
  return (
    <ul class="notices">
      {warnings.map((one) => (
        <li class="notice">
          <p class="notice-text">
            <span class="notice-code">{one.code}</span> <Sentence text={one.text} />
          </p>
          <Source at={one}>{one.source !== null && <Marked text={one.source} mark={one.mark} />}</Source>
          {one.hint && (
            <p class="soft">
              <Sentence text={one.hint} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

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
          <Source at={one}>{one.source}</Source>
          {one.command && <Command text={one.command} />}
        </li>
      ))}
    </ul>
  );
}

function Source({ at, children }: { at: ToldNotice | ToldWarning; children: ComponentChildren }) {
  if (at.source === null) return null;
  return (
    <div class="scroll source" tabIndex={0} role="group" aria-label={place(at)}>
      <p class="source-place">{place(at)}</p>
      <pre>
        <code>{children}</code>
      </pre>
    </div>
  );
}

function Marked({ text, mark }: { text: string; mark: [number, number] | null }) {
  if (!mark) return <>{text}</>;
  const chars = [...text];
  const [start, end] = mark;
  return (
    <>
      {chars.slice(0, start).join("")}
      <mark>{chars.slice(start, end).join("")}</mark>
      {chars.slice(end).join("")}
    </>
  );
}

function place(one: ToldNotice | ToldWarning): string {
  return one.line === null ? one.file : `${one.file}:${one.line}:${one.column}`;
}
