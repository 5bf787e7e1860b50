// What is doubtful in the deck's text, and notices: what went wrong in play, how often, and the command that
// replays it.
//
// What comes in: warnings and notices in words.  What goes out: lists, each of them with the deck's line; of
// notices one line a cause, which unfolds, the most frequent first.

import type { ComponentChildren } from "preact";

import { Command } from "../command";
import { Sentence } from "../sentence";
import type { Told, ToldNotice, ToldWarning } from "../types";
import { t, tn } from "../words";
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

const MOST_CAUSES = 5; // that are told before somebody asks for the others, as on the command line

export function Notices({ notices }: { notices: ToldNotice[] }) {
  const causes = causesOf(notices);
  if (!causes.length) return <p class="soft">{t("Nothing went wrong in play.")}</p>;
  const left = causes.length - MOST_CAUSES;
  return (
    <>
      <Causes causes={causes.slice(0, MOST_CAUSES)} />
      {left > 0 && (
        <details class="more-notices">
          <summary>{tn("{number} more notice", "{number} more notices", left)}</summary>
          <Causes causes={causes.slice(MOST_CAUSES)} />
        </details>
      )}
    </>
  );
}

/** The notices of each cause together: the one first that is of the topic in which it is most frequent. */
function causesOf(notices: readonly ToldNotice[]): ToldNotice[][] {
  const found = new Map<string, ToldNotice[]>();
  for (const one of notices) {
    const cause = JSON.stringify([one.code, one.file, one.line, one.column, one.text]);
    found.set(cause, [...(found.get(cause) ?? []), one]);
  }
  const often = (one: ToldNotice) => one.share ?? 0;
  return [...found.values()]
    .map((same) => same.sort((one, other) => often(other) - often(one)))
    .sort(([one], [other]) => often(other!) - often(one!));
}

function Causes({ causes }: { causes: ToldNotice[][] }) {
  return (
    <ul class="notices">
      {causes.map((same) => {
        const [first] = same;
        return (
          <li class="notice brief" key={`${first!.file} ${first!.line} ${first!.column} ${first!.text}`}>
            <details>
              <summary>
                <span class="notice-text">{first!.short}</span>
              </summary>
              <div class="notice-rest">
                <p>
                  <span class="notice-code">{first!.code}</span> {first!.text}
                </p>
                <Source at={first!}>{first!.source}</Source>
                {same.map((one) => (
                  <>
                    <p class="soft">{one.often}</p>
                    {one.command && <Command text={one.command} />}
                  </>
                ))}
              </div>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

function Source({ at, children }: { at: Told; children: ComponentChildren }) {
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

function place(one: Told): string {
  return one.line === null ? one.file : `${one.file}:${one.line}:${one.column}`;
}
