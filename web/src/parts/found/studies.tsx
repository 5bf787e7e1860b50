// Comparisons of builds, and sweeps over variants.
//
// What comes in: the data that yisp/page/studies.py makes: the JSON of `yispc compare` and `yispc sweep`, and
// what is said of it in words.  What goes out: tables and charts.

import { Curves, Differences, HeatMap, type Cell } from "../drawings/charts";
import { isRateOf, titleOf } from "../figures";
import { meanKnown, rateKnown, whole, type Known } from "../numbers";
import type { Figure as Figured, Interval, Played, Rate } from "../types";
import { Head } from "../tables";
import { t } from "../words";
import "./studies.css";

export interface ComparedTopic {
  name: string;
  method: string;
  trials: number | null;
  sides: (Played & { side: string })[];
  differences: { of: string; to: string; figures: Figured[] }[];
}

export interface ComparisonData {
  study: { compare: { sides: { side: string; cards: number }[]; topics: ComparedTopic[] } };
  letters: string[];
  topics: { remarks: string[]; verdicts: string[]; gaps: string[][] }[];
}

export function Comparison({ data }: { data: ComparisonData }) {
  const { sides, topics } = data.study.compare;
  return (
    <div class="results">
      <ol class="sides">
        {sides.map((one, at) => (
          <li>
            <span class="zone-letter">{data.letters[at]}</span> {one.side}{" "}
            <span class="soft">{t("{number} cards", { number: whole(one.cards) })}</span>
          </li>
        ))}
      </ol>
      {topics.map((topic, at) => (
        <ComparedFigures topic={topic} letters={data.letters} told={data.topics[at]!} />
      ))}
    </div>
  );
}

function ComparedFigures(props: {
  topic: ComparedTopic;
  letters: string[];
  told: ComparisonData["topics"][number];
}) {
  const { topic, letters, told } = props;
  const known = topic.sides.map(figuresOf);
  const figures = [...new Set(known.flatMap((one) => [...one.keys()]))];
  return (
    <div class="block">
      <h3>{topic.name}</h3>
      <p class="how">
        {topic.trials === null
          ? t("Exact: every opening hand was looked at")
          : t("In the same {trials} worlds", { trials: whole(topic.trials) })}
      </p>
      <ul class="verdict-lines">
        {told.verdicts.map((one) => (
          <li>{one}</li>
        ))}
      </ul>
      {told.remarks.map((one) => (
        <p class="remark">{one}</p>
      ))}
      <div class="scroll" tabIndex={0} role="region" aria-label={topic.name}>
        <table class="rates compared">
          <caption class="visually-hidden">{topic.name}</caption>
          <Head
            columns={[
              t("Figure"),
              ...topic.sides.map((_, at) => letters[at]),
              ...topic.differences.map((_, at) => `${letters[at + 1]} − ${letters[0]}`),
            ]}
          />
          <tbody>
            {figures.map((figure) => (
              <tr>
                <th scope="row" class="rate-name">
                  {titleOfKey(figure)}
                </th>
                {known.map((one) => (
                  <Figure value={one.get(figure)?.value} beside={topic.trials === null ? "" : one.get(figure)?.beside} />
                ))}
                {topic.differences.map((difference, at) => {
                  const place = difference.figures.findIndex((gap) => keyOf(gap.what, gap.name) === figure);
                  const [, value, beside] = /^(\S+) ?(.*)$/.exec(told.gaps[at]![place] ?? "") ?? [];
                  return <Figure value={value} beside={beside} strong />;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="charts">
        {topic.differences.map((difference, at) =>
          [true, false].map((isRate) => {
            const rows = difference.figures
              .map((gap, place) => ({ gap, text: told.gaps[at]![place]! }))
              .filter(({ gap }) => gap.mean !== null && isRateOf(gap.what) === isRate)
              .map(({ gap, text }) => ({
                name: titleOf(gap.what, gap.name),
                mean: gap.mean!,
                ci95: gap.ci95,
                text,
              }));
            const sides = { one: letters[at + 1]!, other: letters[0]! };
            return (
              <Differences
                title={
                  isRate
                    ? t("How far rates of {one} are above those of {other}, in points", sides)
                    : t("How far means of {one} are above those of {other}", sides)
                }
                rows={rows}
                isRate={isRate}
              />
            );
          }),
        )}
      </div>
    </div>
  );
}

/** A number, and below it its interval or its fraction, which may be broken after its line. */
function Figure({ value = "–", beside = "", strong }: { value?: string; beside?: string; strong?: boolean }) {
  const [above, ...below] = beside.split("/");
  return (
    <td class={strong ? "n strong" : "n"}>
      {value}{" "}
      <span class="beside">
        {above}
        {below.map((part) => (
          <>
            /<wbr />
            {part}
          </>
        ))}
      </span>
    </td>
  );
}

/** What a figure goes by: what it is and, if it has one, its name. */
export function keyOf(what: string, name: string | null): string {
  return name === null ? what : `${what} ${name}`;
}

export function titleOfKey(key: string): string {
  return titleOf(key, key.slice(key.indexOf(" ") + 1));
}

export function figuresOf(side: Played): Map<string, Known> {
  const found = new Map<string, Known>();
  const rate = (key: string, of: Rate) => found.set(key, rateKnown(of));
  if (side.success.rate !== null) {
    rate("success", side.success);
    found.set("score", meanKnown(side.score));
  }
  for (const one of side.combos) rate(keyOf("combo", one.name), one);
  for (const one of side.watch) rate(keyOf("watch", one.name), one);
  for (const [name, one] of Object.entries(side.stats)) found.set(keyOf("stat", name), meanKnown(one));
  return found;
}

interface KnownFigure {
  value: number | null;
  low: number | null;
  high: number | null;
  exact: string | null;
  trials: number | null;
}

export interface SweepFigure {
  topic: string;
  policy: string | null;
  what: string;
  name: string;
  title: string;
}

export type Variant = { values: number[]; cards: number; known: KnownFigure[] } | { values: number[]; reason: string };

export interface SweepData {
  study: {
    deck: { file: string };
    seed: number;
    topics: string[];
    figures: SweepFigure[];
    variants: Variant[];
  };
  titles: string[];
  reference: string | null;
  shown: { figure: number; highest: string | null; changes: { variant: string; change: string }[] }[];
}

const MOST_MAPS = 12;

export function Sweep({ data }: { data: SweepData }) {
  const { figures, variants } = data.study;
  const several = new Set(data.shown.map(({ figure }) => figures[figure]!.topic)).size > 1;
  const missing = variants.filter((one) => "reason" in one);
  return (
    <div class="results">
      <div class="charts">
        {data.shown.map(({ figure, highest, changes }) => {
          const one = figures[figure]!;
          const isRate = isRateOf(one.what);
          const name = titleOf(one.what, one.title);
          const head = [several ? one.topic : "", one.policy ?? "", name].filter(Boolean).join(" · ");
          return (
            <div>
              {data.titles.length === 1 ? (
                <Curves
                  title={head}
                  x={data.titles[0]!}
                  series={[{ name, points: pointsBy(variants, figure) }]}
                  isRate={isRate}
                />
              ) : (
                mapsOf(data, figure).map(({ fixed, cells }) => (
                  <HeatMap
                    title={fixed ? `${head}, ${fixed}` : head}
                    x={data.titles[data.titles.length - 1]!}
                    y={data.titles[data.titles.length - 2]!}
                    cells={cells}
                    isRate={isRate}
                  />
                ))
              )}
              {highest && <p class="how">{highest}</p>}
              {changes.length > 0 && (
                <details>
                  <summary>
                    {t("In the same worlds, against {variant}", { variant: data.reference! })}
                    <span class="visually-hidden">: {head}</span>
                  </summary>
                  <ul>
                    {changes.map(({ variant, change }) => (
                      <li>
                        {variant}: {change}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
          );
        })}
      </div>
      {missing.length > 0 && (
        <details>
          <summary>{t("{number} variants have no answer", { number: missing.length })}</summary>
          <ul>
            {missing.map((one) => (
              <li>
                {data.titles.map((title, at) => `${title} = ${one.values[at]}`).join(", ")}
                {"reason" in one ? `: ${one.reason}` : ""}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** A figure by the last two numbers that vary (`y` is void where only one does), as far as it is known. */
export function pointsBy(variants: Variant[], figure: number) {
  return variants.flatMap((one) => {
    const known = "known" in one ? one.known[figure] : undefined;
    if (known?.value == null) return [];
    const { value, low, high, exact } = known;
    const ci95: Interval | null = low === null || high === null ? null : [low, high];
    return [{ x: one.values.at(-1)!, y: one.values.at(-2)!, others: one.values.slice(0, -2), value, ci95, exact }];
  });
}

/** A map of the last two axes for each combination of the others' values. */
function mapsOf(data: SweepData, figure: number) {
  const maps = new Map<string, Cell[]>();
  for (const { others, ...cell } of pointsBy(data.study.variants, figure)) {
    const fixed = others.map((other, at) => `${data.titles[at]} = ${other}`).join(", ");
    maps.set(fixed, [...(maps.get(fixed) ?? []), cell]);
  }
  return [...maps].slice(0, MOST_MAPS).map(([fixed, cells]) => ({ fixed, cells }));
}
