// Two decks beside each other: which to play, every figure of both, and by how much they differ.
//
// What comes in: the JSON of `yispc compare`, and what it says in words.  What goes out: the same as in a report.

import { written, type Value } from "../figures";
import { Comparison, figuresOf, keyOf, titleOfKey, type ComparedTopic, type ComparisonData } from "../found/studies";
import type { Played } from "../types";
import { t } from "../words";
import type { PanelKind } from "./kinds";
import { saidOf } from "./said";

export type CompareContent = ComparisonData & { study: { seed: number } };

export const compare: PanelKind<CompareContent> = {
  title: () => t("Two decks beside each other"),
  of({ study }) {
    const { sides, topics } = study.compare;
    const names = sides.map(({ side }) => side).join(t(", "));
    return saidOf(names, topics[0]!.name, topics[0]!.trials, study.seed);
  },
  answer: ({ topics }) => topics[0]!.verdicts.slice(0, 1),
  words(content) {
    const [topic] = content.study.compare.topics;
    const sides = content.study.compare.sides.map(({ side }, at) => `${content.letters[at]}: ${side}`);
    return [...content.topics[0]!.verdicts.slice(1), ...sides, ...linesOf(topic!, content)];
  },
  table({ study }) {
    const [topic] = study.compare.topics;
    return {
      head: ["side", "to", "what", "name", "trials", "value", "low", "high", "exact"],
      rows: [
        ...topic!.sides.flatMap((side) =>
          valuesOf(side).map(({ what, name, value, ci95, exact }) => [
            ...[side.side, null, what, name, topic!.trials, value],
            ...[ci95?.[0] ?? null, ci95?.[1] ?? null, exact],
          ]),
        ),
        ...topic!.differences.flatMap(({ of, to, figures }) =>
          figures.map(({ what, name, mean, ci95, exact }) => [
            ...[of, to, what, name, topic!.trials, mean],
            ...[ci95?.[0] ?? null, ci95?.[1] ?? null, exact],
          ]),
        ),
      ],
    };
  },
  data: ({ study }) => study,
  Body: ({ content }) => (
    <Comparison
      data={{ ...content, topics: content.topics.map((one) => ({ ...one, verdicts: one.verdicts.slice(1) })) }}
    />
  ),
};

/** Every figure on a line: what each side comes to, and the difference. */
function linesOf(topic: ComparedTopic, { letters, topics }: CompareContent): string[] {
  const sides = topic.sides.map(figuresOf);
  const [difference] = topic.differences;
  return [...new Set(sides.flatMap((known) => [...known.keys()]))].map((key) => {
    const values = sides.map((known, at) => {
      const found = known.get(key);
      return found ? `${letters[at]} ${written(found)}` : "";
    });
    const place = difference?.figures.findIndex(({ what, name }) => keyOf(what, name) === key) ?? -1;
    const gap = topics[0]!.gaps[0]?.[place];
    const last = gap ? `${letters[1]} − ${letters[0]} ${gap}` : "";
    return t("{figure}: {values}", { figure: titleOfKey(key), values: [...values, last].filter(Boolean).join(t(", ")) });
  });
}

interface Named extends Value {
  what: string;
  name: string | null;
}

function valuesOf(side: Played): Named[] {
  const judged = side.success.rate !== null;
  const named = (what: string, of: Played["combos"]): Named[] =>
    of.map(({ name, rate, ci95, exact }) => ({ what, name, value: rate, ci95, exact }));
  return [
    ...(judged
      ? [
          { what: "success", name: null, value: side.success.rate, ci95: side.success.ci95, exact: side.success.exact },
          { what: "score", name: null, value: side.score.mean, ci95: side.score.ci95, exact: side.score.exact },
        ]
      : []),
    ...named("combo", side.combos),
    ...named("watch", side.watch),
    ...Object.entries(side.stats).map(([name, { mean, ci95, exact }]) => ({ what: "stat", name, value: mean, ci95, exact })),
  ];
}
