// Effects in words, each above its script: pointing at a part of the one marks its part of the other.
//
// What comes in: what yisp/explain makes of a deck.  What goes out: sentences and scripts.  Names and scripts are a
// stranger's, and only ever text.

import { useMemo, useState } from "preact/hooks";

import { t } from "../words";
import "./effects.css";

/** A piece of a sentence, and between which characters of the script stands what it speaks of. */
export interface Part {
  text: string;
  start: number | null;
  end: number | null;
  /** Where that stands in the deck's file, if it does. */
  range?: Range | null;
}

/** From a character of a file to one that no longer belongs to it; lines and columns count from 1. */
export interface Range {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

/** Hears what is pointed at, and that nothing is any more. */
export type Pointing = (range: Range | null) => void;

export interface Entry {
  title: string;
  code: string;
  /** The functions that it calls itself. */
  calls: string[];
  sentences: Part[][];
}

export interface Group {
  name: string;
  about: string;
  entries: Entry[];
}

export interface Explained {
  cards: Group[];
  functions: Entry[];
  topics: Group[];
  seats: Group[];
}

/** The functions that some scripts call, directly or through others. */
export function functionsOf(known: Explained, entries: readonly Entry[]): Entry[] {
  const called = new Set<string>();
  const waiting = entries.flatMap(({ calls }) => calls);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (called.has(name)) continue;
    called.add(name);
    waiting.push(...(known.functions.find((one) => nameOf(one) === name)?.calls ?? []));
  }
  return known.functions.filter((one) => called.has(nameOf(one)));
}

function nameOf({ title }: Entry): string {
  return title.split(" ", 1)[0]!;
}

export function Effects(props: {
  entries: readonly Entry[];
  functions?: readonly Entry[];
  point?: Pointing;
}) {
  const { entries, functions = [], point } = props;
  return (
    <div class="effects">
      {entries.map((entry) => (
        <Effect entry={entry} point={point} />
      ))}
      {functions.length > 0 && (
        <details class="effect-functions">
          <summary>{t("The functions that are called here")}</summary>
          {functions.map((entry) => (
            <Effect entry={entry} point={point} />
          ))}
        </details>
      )}
    </div>
  );
}

type Span = readonly [number, number];

function Effect({ entry, point }: { entry: Entry; point?: Pointing | undefined }) {
  const [marked, mark] = useState<Span | null>(null);
  const pieces = useMemo(() => cut(entry), [entry]);
  const over = (event: Event) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>("[data-span]")?.dataset["span"];
    mark(at ? (at.split(",").map(Number) as unknown as Span) : null);
    point?.(entry.sentences.flat().find((part) => spanOf(part)?.join() === at)?.range ?? null);
  };
  const leave = () => {
    mark(null);
    point?.(null);
  };
  const pointing = { onPointerOver: over, onPointerLeave: leave, onClick: over };
  return (
    <div class="effect">
      {entry.title && <p class="effect-title">{entry.title}</p>}
      <p class="effect-words" {...pointing}>
        {entry.sentences.map((parts, at) => (
          <>
            {at > 0 && !entry.sentences[at - 1]!.at(-1)!.text.endsWith("。") && " "}
            {parts.map((part) => (
              <span {...spanned(spanOf(part), marked)}>{part.text}</span>
            ))}
          </>
        ))}
      </p>
      <pre class="effect-script" tabIndex={0} {...pointing}>
        {pieces.map(({ text, span }) => (
          <span {...spanned(span, marked)}>{text}</span>
        ))}
      </pre>
    </div>
  );
}

function spanOf({ start, end }: Part): Span | null {
  return start === null || end === null ? null : [start, end];
}

/** What is marked lies within what was pointed at. */
function spanned(span: Span | null, marked: Span | null) {
  if (span === null) return {};
  const inside = marked !== null && marked[0] <= span[0] && span[1] <= marked[1];
  return { "data-span": span.join(), ...(inside && { class: "pointed" }) };
}

/** A script in pieces, each with the smallest span that it lies in and that a part of the words speaks of. */
function cut({ code, sentences }: Entry): { text: string; span: Span | null }[] {
  const characters = [...code]; // spans count characters, not halves of them
  const spans = sentences.flat().map(spanOf).filter((span) => span !== null);
  spans.sort((one, other) => one[1] - one[0] - (other[1] - other[0]));
  const ends = [...new Set([0, ...spans.flat(), characters.length])].sort((one, other) => one - other);
  return ends.slice(1).map((end, at) => {
    const start = ends[at]!;
    const span = spans.find(([from, to]) => from <= start && end <= to) ?? null;
    return { text: characters.slice(start, end).join(""), span };
  });
}
