// How many?  Copies of one card against a figure, and the size of the deck.
//
// What comes in: two sweeps, as yisp/page/studies.py has them.  What goes out: a curve of each, with a band
// where it is sampled, and the points as buttons that take them over.

import { useState } from "preact/hooks";

import { curveOptions, Picture, type Point as Drawn, type Series } from "../drawings/charts";
import { isRateOf, knownOf, titleOf, written } from "../figures";
import { pointsBy, type SweepData, type SweepFigure } from "../found/studies";
import type { Known } from "../numbers";
import type { Interval } from "../types";
import { t, tn } from "../words";
import { Choice } from "./choice";
import type { PanelKind, Wishes } from "./kinds";
import { saidOf } from "./said";

export interface CopiesContent {
  card: string;
  count: number;
  size: number;
  copies: SweepData;
  sizes: SweepData | null;
}

const FEW = 8; // points that are shown before somebody asks for them

export const copies: PanelKind<CopiesContent> = {
  title: (content) => (content ? t("How many copies of {card}?", { card: content.card }) : t("How many?")),
  of(content) {
    const { study } = content.copies;
    return saidOf(study.deck.file, study.topics[0]!, fewest(content), study.seed);
  },
  answer: ({ copies, count }) => answerOf(copies, count, ofCopies),
  words: ({ copies, sizes, size }) => [
    ...eachOf(copies, ofCopies),
    ...answerOf(sizes, size, ofSizes),
    ...eachOf(sizes, ofSizes),
  ],
  table(content) {
    const head = ["what", "number", "cards", "figure", "name", "trials", "value", "low", "high", "exact"];
    const rows = (what: string, data: SweepData | null) =>
      data?.study.variants.flatMap((variant) =>
        data.study.figures.map((figure, at) => {
          const known = "known" in variant ? variant.known[at] : undefined;
          return [
            ...[what, variant.values[0]!, "cards" in variant ? variant.cards : null, figure.what, figure.name],
            ...[known?.trials ?? null, known?.value ?? null, known?.low ?? null, known?.high ?? null, known?.exact ?? null],
          ];
        }),
      ) ?? [];
    return { head, rows: [...rows(content.card, content.copies), ...rows("size", content.sizes)] };
  },
  data: (content) => ({
    copies: content.copies.study,
    sizes: content.sizes?.study ?? null,
  }),
  Body,
};

/** The trials of the point that has the fewest; null where all are exact. */
function fewest(content: CopiesContent): number | null {
  const trials = [content.copies, content.sizes].flatMap((data) =>
    (data?.study.variants ?? []).flatMap((variant) => {
      if (!("known" in variant)) return [];
      // Of a stat it is told in how many trials it was observed: there were at least as many.
      const told = variant.known.flatMap((one) => one.trials ?? []);
      return told.length ? Math.max(...told) : [];
    }),
  );
  return trials.length ? Math.min(...trials) : null;
}

/** What is said of numbers of copies, and of sizes. */
interface Said {
  now(number: number, value: string): string;
  more(number: number, value: string): string;
  none(): string;
  each(number: number, value: string): string;
}

const ofCopies: Said = {
  now: (number, value) =>
    tn("With {number} copy, as it is: {value}.", "With {number} copies, as it is: {value}.", number, { value }),
  more: (number, value) =>
    tn("With {number} copy it would be {value}, which is more.", "With {number} copies it would be {value}, which is more.", number, { value }),
  none: () => t("No other number of copies is known to be better."),
  each: (number, value) => tn("{number} copy: {value}", "{number} copies: {value}", number, { value }),
};

const ofSizes: Said = {
  now: (number, value) =>
    tn("With {number} card, as it is: {value}.", "With {number} cards, as it is: {value}.", number, { value }),
  more: (number, value) =>
    tn("With {number} card it would be {value}, which is more.", "With {number} cards it would be {value}, which is more.", number, { value }),
  none: () => t("No other size is known to be better."),
  each: (number, value) => tn("{number} card: {value}", "{number} cards: {value}", number, { value }),
};

/** The points of the first figure. */
function firstOf(data: SweepData | null): { figure: SweepFigure; points: Point[] } | null {
  const [first] = data?.shown ?? [];
  if (!data || !first) return null;
  const figure = data.study.figures[first.figure]!;
  return { figure, points: pointsOf(data, first.figure, isRateOf(figure.what)) };
}

/** What there is now, and whether another number is better, as far as that is known. */
function answerOf(data: SweepData | null, here: number, said: Said): string[] {
  const first = firstOf(data);
  const now = first?.points.find((point) => point.x === here);
  if (!data || !first || !now) return [];
  const answer = [said.now(here, written(now.known))];
  if (first.figure.what !== "topic" && first.figure.what !== "score") return answer;
  const better = first.points.filter((point) => ends(point)[0] > ends(now)[1]);
  const best = better.sort((one, other) => other.value - one.value)[0];
  if (best) return [...answer, said.more(best.x, written(best.known))];
  const all = first.points.length === data.study.variants.filter((one) => !("reason" in one)).length;
  return all ? [...answer, said.none()] : answer;
}

function eachOf(data: SweepData | null, said: Said): string[] {
  return (firstOf(data)?.points ?? []).map((point) => said.each(point.x, written(point.known)));
}

function ends({ value, ci95 }: Point): Interval {
  return ci95 ?? [value, value];
}

interface Point extends Drawn {
  known: Known;
}

function pointsOf(data: SweepData, figure: number, isRate: boolean): Point[] {
  return pointsBy(data.study.variants, figure).map((point) => ({ ...point, known: knownOf(isRate, point) }));
}

function Body({ content, wishes }: { content: CopiesContent; wishes: Wishes | null }) {
  const [at, choose] = useState(0);
  const { card, count, size } = content;
  const shown = content.copies.shown.map((one) => one.figure);
  const figure = shown[at] ?? shown[0] ?? 0;
  const titles = content.copies.study.figures.map((one) => titleOf(one.what, one.title));
  const able = wishes !== null && wishes.countOf(card) !== null;
  return (
    <>
      <Choice
        said={t("Figure")}
        texts={shown.map((one) => titles[one]!)}
        chosen={shown.indexOf(figure)}
        choose={choose}
      />
      <Curve
        title={t("{figure} by copies of {card}", { figure: titles[figure]!, card })}
        x={card}
        data={content.copies}
        figure={figure}
        here={count}
        said={(number) => tn("{number} copy", "{number} copies", number)}
        take={able ? (number) => wishes.setCount(card, number) : null}
      />
      {content.sizes ? (
        <Curve
          title={t("{figure} by the size of the deck", { figure: titles[figure]! })}
          x={t("Cards")}
          data={content.sizes}
          figure={figure}
          here={size}
          said={(number) => tn("{number} card", "{number} cards", number)}
          take={wishes?.sizes ? (number) => wishes.setSize(number) : null}
        />
      ) : (
        <p class="soft">{t("Other sizes of the deck take a card that fills it up.")}</p>
      )}
    </>
  );
}

function Curve(props: {
  title: string;
  x: string;
  data: SweepData;
  figure: number;
  here: number;
  said: (number: number) => string;
  take: ((number: number) => void) | null;
}) {
  const { title, x, data, figure, here, said, take } = props;
  const isRate = isRateOf(data.study.figures[figure]!.what);
  const points = pointsOf(data, figure, isRate);
  const missing = data.study.variants.filter((one) => "reason" in one);
  if (!points.length) return null;
  const series: Series[] = [{ name: title, points }];
  const list = (
    <ul class="points" aria-label={title}>
      {points.map(({ x: number, known }) => {
        const inside = (
          <>
            <span class="point-number">{said(number)}</span>
            <span class="point-value">{known.value}</span>
            <span class="point-number">{known.beside}</span>
          </>
        );
        return (
          <li>
            {take ? (
              <button type="button" aria-pressed={number === here} onClick={() => take(number)}>
                {inside}
              </button>
            ) : (
              <span class={number === here ? "point here" : "point"}>{inside}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
  return (
    <div class="panel-curve">
      <p class="chart-title">{title}</p>
      <Picture
        title={title}
        options={curveOptions({ x, series, isRate, here })}
        pick={take && ((at) => take(nearest(points, at)))}
      />
      {points.length <= FEW ? (
        list
      ) : (
        <details>
          <summary>
            {t("Numbers")}
            <span class="visually-hidden">: {title}</span>
          </summary>
          {list}
        </details>
      )}
      {missing.map((one) => (
        <p class="soft">
          {said(one.values[0]!)}: {"reason" in one ? one.reason : ""}
        </p>
      ))}
    </div>
  );
}

function nearest(points: Point[], x: number): number {
  return points.reduce((one, other) => (Math.abs(other.x - x) < Math.abs(one.x - x) ? other : one)).x;
}
