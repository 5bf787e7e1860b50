// The frame of a panel: a question that unfolds, its answer in a sentence, all of it, and taking it along.
//
// What comes in: what the panel shows, whether it is open, and what is known of its state.  What goes out: the
// frame, and on wish words in the clipboard, or a file: the drawings, the table, the data.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { csv } from "../csv";
import { copy, keep } from "../keeping";
import { asPng, asSvg } from "../picture";
import { Spoken } from "../spoken";
import type { Kind } from "../types";
import { sentences, t } from "../words";
import type { PanelKind, Wishes } from "./kinds";
import "./panels.css";

const PAUSE_OF_SPEECH = 1500;
const PAUSE_OF_COPIED = 2000;

export interface Frame<Content> {
  shown: PanelKind<Content>;
  /** What the study has found; null where that is nothing yet. */
  content: Content | null;
  kinds: Kind[];
  wishes: Wishes | null;
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
  /** What is chosen here, above the answer. */
  controls?: ComponentChildren;
}

export function Panel<Content>(props: Frame<Content>) {
  const { shown, content, kinds, wishes, name, title, open, fold, working, old, remark, again, controls } = props;
  const answer = content === null ? "" : sentences(shown.answer(content));
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
          {content === null && working && <p class="soft">{t("Counting …")}</p>}
          {content !== null && (
            <div class={`panel-shown${old ? " old" : ""}`}>
              {answer && <p class="panel-answer">{answer}</p>}
              <shown.Body content={content} kinds={kinds} wishes={wishes} />
              <Take name={name} title={title} shown={shown} content={content} place={place} />
            </div>
          )}
          <Spoken sentence={working || old ? "" : answer} pause={PAUSE_OF_SPEECH} />
        </div>
      )}
    </details>
  );
}

function Take<Content>(props: {
  name: string;
  title: string;
  shown: PanelKind<Content>;
  content: Content;
  place: { current: HTMLDetailsElement | null };
}) {
  const { name, title, shown, content, place } = props;
  const [copied, setCopied] = useState(false);
  const [offered, offer] = useState<string | null>(null); // the words, where the browser lets nobody copy them
  useEffect(() => {
    const timer = setTimeout(() => setCopied(false), PAUSE_OF_COPIED);
    return () => clearTimeout(timer);
  }, [copied]);
  const drawings = () => place.current!.querySelectorAll<SVGSVGElement>("svg.plot");
  const told = () => ({ above: [title, ...shown.answer(content)], below: shown.of(content) });
  const drawn = async (form: "svg" | "png") => {
    const picture = form === "svg" ? asSvg(drawings(), told()) : await asPng(drawings(), told());
    if (picture) keep(picture, `${name}.${form}`);
  };
  const say = async () => {
    const answer = sentences(shown.answer(content));
    const words = [title, answer, "", ...shown.words(content), shown.of(content), ""].join("\n");
    const done = await copy(words);
    setCopied(done);
    offer(done ? null : words);
  };
  const ways: [string, () => void][] = [
    [copied ? t("Copied") : t("Copy as words"), () => void say()],
    [t("Picture (PNG)"), () => void drawn("png")],
    [t("Picture (SVG)"), () => void drawn("svg")],
    [t("Table (CSV)"), () => keep(new Blob(["\ufeff", csv(shown.table(content))], { type: "text/csv" }), `${name}.csv`)],
    [
      t("Data (JSON)"),
      () => keep(new Blob([JSON.stringify(shown.data(content), null, 1), "\n"], { type: "application/json" }), `${name}.json`),
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
