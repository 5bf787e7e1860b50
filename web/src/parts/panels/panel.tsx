// The frame of a panel: a question that unfolds, its answer in a sentence, all of it, and taking it along.
//
// What comes in: what the panel shows, whether it is open, and what is known of its state.  What goes out: the
// frame, and on wish words in the clipboard, or a file: the drawings, the table, the data.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { csv, type Table } from "../csv";
import { copy, keep } from "../keeping";
import { asPng, asSvg } from "../picture";
import { sentences, t } from "../words";
import "./panels.css";

const PAUSE_OF_SPEECH = 1500;
const PAUSE_OF_COPIED = 2000;

/** What can be taken along. */
export interface Kept {
  /** Whose answer it is: the deck, the topic. */
  of: string;
  answer: string[];
  words: string[];
  table: Table;
  /** The data as the command prints it. */
  data: unknown;
}

export interface Frame {
  /** Short, for the panel's place and its files. */
  name: string;
  title: string;
  open: boolean;
  fold?: (open: boolean) => void;
  working?: boolean;
  /** Whether what is shown is of an older text. */
  old?: boolean;
  /** Why it is not done, or why there is nothing. */
  remark?: string | null;
  again?: () => void;
  kept: Kept | null;
  /** What is chosen here, above the answer. */
  controls?: ComponentChildren;
  children: ComponentChildren;
}

export function Panel(props: Frame) {
  const { name, title, open, fold, working, old, remark, again, kept, controls, children } = props;
  const place = useRef<HTMLDetailsElement>(null);
  return (
    <details
      class="panel"
      id={`panel-${name}`}
      open={open}
      ref={place}
      onToggle={(event) => event.currentTarget.open !== open && fold?.(event.currentTarget.open)}
    >
      <summary>
        <h3>{title}</h3>
        {open && working && <span class="panel-state">{t("still counting")}</span>}
      </summary>
      {open && (
        <div class="panel-body" aria-busy={working}>
          {controls && <div class="panel-controls">{controls}</div>}
          {remark && (
            <p class="panel-remark">
              {remark}{" "}
              {again && (
                <button type="button" class="quiet" onClick={again}>
                  {t("Try again")}
                </button>
              )}
            </p>
          )}
          {!kept && working && <p class="soft">{t("Counting …")}</p>}
          {kept && (
            <div class={`panel-shown${old ? " old" : ""}`}>
              {kept.answer.length > 0 && <p class="panel-answer">{sentences(kept.answer)}</p>}
              {children}
              <Take name={name} title={title} kept={kept} place={place} />
            </div>
          )}
          <Spoken sentence={working || old ? "" : sentences(kept?.answer ?? [])} />
        </div>
      )}
    </details>
  );
}

function Take(props: { name: string; title: string; kept: Kept; place: { current: HTMLDetailsElement | null } }) {
  const { name, title, kept, place } = props;
  const [copied, setCopied] = useState(false);
  const [offered, offer] = useState<string | null>(null); // the words, where the browser lets nobody copy them
  useEffect(() => {
    const timer = setTimeout(() => setCopied(false), PAUSE_OF_COPIED);
    return () => clearTimeout(timer);
  }, [copied]);
  const drawings = () => place.current!.querySelectorAll<SVGSVGElement>("svg.plot");
  const told = () => ({ above: [title, ...kept.answer], below: kept.of });
  const drawn = async (form: "svg" | "png") => {
    const picture = form === "svg" ? asSvg(drawings(), told()) : await asPng(drawings(), told());
    if (picture) keep(picture, `${name}.${form}`);
  };
  const words = [title, sentences(kept.answer), "", ...kept.words, kept.of, ""].join("\n");
  const say = async () => {
    const done = await copy(words);
    setCopied(done);
    offer(done ? null : words);
  };
  const ways: [string, () => void][] = [
    [copied ? t("Copied") : t("Copy as words"), () => void say()],
    [t("Picture (PNG)"), () => void drawn("png")],
    [t("Picture (SVG)"), () => void drawn("svg")],
    [t("Table (CSV)"), () => keep(new Blob(["\ufeff", csv(kept.table)], { type: "text/csv" }), `${name}.csv`)],
    [
      t("Data (JSON)"),
      () => keep(new Blob([JSON.stringify(kept.data, null, 1), "\n"], { type: "application/json" }), `${name}.json`),
    ],
  ];
  return (
    <div class="panel-take" role="group" aria-label={t("Take it along")}>
      {ways.map(([said, take]) => (
        <button type="button" class="quiet" onClick={take}>
          <span aria-live="polite">{said}</span>
        </button>
      ))}
      {offered !== null && (
        <label class="panel-words">
          {t("The browser does not let this page copy. Copy it from here:")}
          <textarea readOnly rows={6} value={offered} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </div>
  );
}

/** What is read aloud: the answer, once it rests. */
function Spoken({ sentence }: { sentence: string }) {
  const [said, say] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => say(sentence), PAUSE_OF_SPEECH);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p class="visually-hidden" role="status">
      {said}
    </p>
  );
}
