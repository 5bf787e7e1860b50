// What should I do with this hand?  The best line, what else could be done first, and what may come then.
//
// What comes in: the JSON of `yispc advise`, moves and cards in words, and what seeing these cards does to the
// odds.  What goes out: the line step by step, bars, and a tree that unfolds.  Not handled: making a position
// (`view/panels/position.tsx`).

import { useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { Shares } from "../drawings/shares";
import { knownOf } from "../figures";
import { differenceKnown, percent } from "../numbers";
import type { Interval } from "../types";
import { t, tn } from "../words";
import { Choice } from "./choice";
import type { PanelKind } from "./kinds";
import { saidOf } from "./said";

interface Worth {
  value: number;
  exact: string | null;
  ci95: Interval | null;
  worlds: number | null;
}

interface Move {
  card: string;
  effect: number;
  zone: string;
}

interface Branch {
  move: Move | null;
  share: Worth;
  worth: Worth;
  behind: Branch[];
}

/** A branch in words; `behind` are those of the branch of the same place. */
interface Said {
  steps: string[];
  cards: string;
  behind: Said[];
}

interface Option {
  move: Move | null;
  take: string[];
  stop: boolean;
  how: string;
  worth: Worth;
  less: Worth;
  behind: Branch[];
}

export interface AdviseContent {
  study: {
    file: string;
    topic: string;
    seed: number;
    start: { hand?: string[]; "deck-top"?: string[]; zones?: Record<string, string[]> };
    goal: string;
    chance: boolean;
    choice: boolean;
    exact: boolean;
    worth: Worth;
    options: [Option, ...Option[]];
    line: Branch[];
  };
  sentence: string;
  options: { name: string; as_good: boolean; behind: Said[] }[];
  line: Said[];
  certainty: string;
  usual: number;
  gone: string[];
  odds: { text: string } | null;
}

const MOST_DRAWN = 12;
const MOVES_AHEAD = ["0", "1", "2", "3", "4", "5"];
const LEFT_OUT = 0.0005; // a part of all games that is worth a word

export const advise: PanelKind<AdviseContent> = {
  title: () => t("What should I do with this hand?"),
  of({ study }) {
    const worlds = study.options.map(({ worth }) => worth.worlds ?? 0);
    return saidOf(study.file, study.topic, study.exact ? null : Math.max(...worlds), study.seed);
  },
  answer: ({ sentence }) => [sentence],
  words(content) {
    const { study, line, odds, certainty } = content;
    return [
      ...placesOf(content).map(([place, cards]) => t("{place}: {cards}", { place, cards: cards.join(t(", ")) })),
      ...study.options.map((option, at) => t("{move}: {worth}", { move: nameOf(content, at), worth: inShort(content, option) })),
      ...(line.length > 1 ? [t("The likeliest line: {moves}", { moves: stepsOf(content).join(" > ") })] : []),
      ...(odds ? [odds.text] : []),
      certainty,
    ];
  },
  table: ({ study }) => ({
    head: ["move", "effect", "zone", "take", "stop", "worth", "exact", "low", "high", "worlds", "how", "less"],
    rows: study.options.map(({ move, take, stop, how, worth, less }) => [
      ...[move?.card ?? null, move?.effect ?? null, move?.zone ?? null, take.join(", "), String(stop), worth.value],
      ...[worth.exact, worth.ci95?.[0] ?? null, worth.ci95?.[1] ?? null, worth.worlds, how, less.value],
    ]),
  }),
  data: ({ study }) => study,
  Body,
};

/** What is known of the position, place by place. */
function placesOf({ study: { start } }: AdviseContent): [string, string[]][] {
  const places: [string, string[]][] = [
    [t("Hand"), start.hand ?? []],
    [t("Graveyard"), start.zones?.["B"] ?? []],
    [t("Top of the deck"), start["deck-top"] ?? []],
  ];
  return places.filter(([, cards]) => cards.length);
}

/** Whether something comes behind a first move that is worth a word. */
function tells({ study, options }: AdviseContent, at: number): boolean {
  const { behind } = study.options[at]!;
  if (behind.length > 1) return true;
  return behind.some(({ move }, one) => {
    const { steps, cards } = options[at]!.behind[one]!;
    return move !== null || steps.length > 1 || cards !== "";
  });
}

function nameOf({ study, options }: AdviseContent, at: number): string {
  return study.choice ? options[at]!.name : t("the best play");
}

/** The likeliest line, move by move. */
function stepsOf({ study, options, line }: AdviseContent): string[] {
  return [...(study.choice ? [options[0]!.name] : []), ...line.flatMap((branch) => branch.steps)];
}

function written(chance: boolean, worth: Worth): string {
  const { value, beside } = knownOf(chance, worth);
  return beside ? `${value} ${/^\(/.test(beside) || !worth.exact ? beside : `(${beside})`}` : value;
}

/** What an option is worth, and how much less than the best that is. */
function inShort({ study: { chance, options } }: AdviseContent, option: Option): string {
  const worth = written(chance, option.worth);
  return option === options[0] ? worth : t("{worth}, {less}", { worth, less: lessOf(chance, option) });
}

function lessOf(chance: boolean, { less }: Option): string {
  if (less.exact === "0") return t("as good");
  if (less.value <= 0 || (less.ci95 !== null && less.ci95[0] <= 0)) return t("perhaps as good");
  const ends: Interval | null = less.ci95 && [-less.ci95[1], -less.ci95[0]];
  const difference = differenceKnown(-less.value, ends, chance ? 100 : 1);
  return chance ? t("{change} points", { change: difference }) : difference;
}

function Body({ content }: { content: AdviseContent }) {
  const [ahead, look] = useState(1);
  const { study, options, usual, gone, odds, certainty } = content;
  const hand = study.start.hand?.length ?? 0;
  const rows = study.options.slice(0, MOST_DRAWN).map(({ worth: { value, ci95, exact } }, at) => {
    return { name: nameOf(content, at), rate: value, ci95, exact };
  });
  return (
    <>
      {gone.length > 0 && <p class="panel-remark">{t("No longer in the deck: {cards}", { cards: gone.join(t(", ")) })}</p>}
      {hand !== usual && (
        <p class="soft">
          {tn("The topic draws {number} card; the hand is taken as it is.", "The topic draws {number} cards; the hand is taken as it is.", usual)}
        </p>
      )}
      <Change content={content} />
      <Line content={content} />
      {study.choice && (
        <>
          <p class="chart-title">{t("What can be done first")}</p>
          <Shares title={t("What can be done first")} rows={rows} percent={study.chance} />
        </>
      )}
      {study.options.some((_, at) => tells(content, at)) && (
        <Choice said={t("Moves ahead")} texts={MOVES_AHEAD} chosen={ahead} choose={look} />
      )}
      {(study.choice || tells(content, 0)) && (
        <ol class="options">
          {study.options.map((option, at) => (
            <li>
              <FirstMove content={content} at={at} open={ahead > 0 && at === 0}>
                <Tree chance={study.chance} branches={option.behind} said={options[at]!.behind} ahead={ahead - 1} />
              </FirstMove>
            </li>
          ))}
        </ol>
      )}
      {odds && (
        <p class="advise-odds">
          {odds.text}{" "}
          {hand < usual && <span class="soft">{t("For these odds the rest of the hand is drawn.")}</span>}
        </p>
      )}
      <p class="soft">{certainty}</p>
    </>
  );
}

/** The best line, one step after the other. */
function Line({ content }: { content: AdviseContent }) {
  const { study, options, line } = content;
  if (line.length < 2) return null;
  return (
    <>
      <p class="chart-title">{t("The likeliest line, step by step")}</p>
      <ol class="line">
        {study.choice && <li class="line-steps">{options[0]!.name}</li>}
        {line.map(({ steps, cards }, at) => {
          const { share } = study.line[at]!;
          const often = share.exact === "1" ? "" : written(true, share);
          const beside = often && cards ? t("in {share}: {cards}", { share: often, cards }) : often ? t("in {share}", { share: often }) : cards;
          return (
            <li>
              <span class="line-steps">{steps.join(" > ")}</span> {beside && <span class="soft">{beside}</span>}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function FirstMove(props: { content: AdviseContent; at: number; open: boolean; children: ComponentChildren }) {
  const { content, at, open, children } = props;
  const { chance, options } = content.study;
  const option = options[at]!;
  const { value, beside } = knownOf(chance, option.worth);
  const said = (
    <span class="option">
      <span class="option-name">{nameOf(content, at)}</span> <strong class="option-worth">{value}</strong>{" "}
      <span class="soft option-beside">{beside}</span>{" "}
      {at > 0 && <span class="soft option-less">{lessOf(chance, option)}</span>}
    </span>
  );
  if (!tells(content, at)) return said;
  return (
    <details open={open}>
      <summary>{said}</summary>
      {children}
    </details>
  );
}

/** What may come, the likeliest first: how often, what is done then, what that is worth. */
function Tree(props: { chance: boolean; branches: Branch[]; said: Said[]; ahead: number }) {
  const { chance, branches, said, ahead } = props;
  const rest = 1 - branches.reduce((sum, { share }) => sum + share.value, 0);
  return (
    <ul class="branches">
      {branches.map((branch, at) => {
        const { steps, cards, behind } = said[at]!;
        const told = (
          <span class="branch">
            <strong class="branch-share">{written(true, branch.share)}</strong>{" "}
            <span class="branch-steps">{steps.join(" > ")}</span>{" "}
            <span class="branch-worth">{t("worth {worth}", { worth: written(chance, branch.worth) })}</span>{" "}
            {cards && <span class="soft">{cards}</span>}
          </span>
        );
        return (
          <li>
            {behind.length ? (
              <details open={ahead > 0}>
                <summary>{told}</summary>
                <Tree chance={chance} branches={branch.behind} said={behind} ahead={ahead - 1} />
              </details>
            ) : (
              told
            )}
          </li>
        );
      })}
      {rest > LEFT_OUT && (
        <li>
          <span class="branch">
            <strong class="branch-share">{percent(rest, 1)}</strong> <span class="soft">{t("something else")}</span>
          </span>
        </li>
      )}
    </ul>
  );
}

/** What the last change of the position has made of its worth. */
function Change({ content }: { content: AdviseContent }) {
  const { study } = content;
  const { topic, goal, start, chance } = study;
  const last = useRef<{ of: string; position: string; worth: Worth; before: Worth | null } | null>(null);
  const [of, position] = [JSON.stringify([topic, goal]), JSON.stringify(start)];
  const { current } = last;
  const same = current?.of === of ? current : null;
  const before = same && (same.position === position ? same.before : same.worth);
  last.current = { of, position, worth: study.worth, before };
  if (!before) return null;
  const [[low, high], [least, most]] = [endsOf(study.worth), endsOf(before)];
  const sure = study.worth.ci95 === null && before.ci95 === null;
  const difference = differenceKnown(study.worth.value - before.value, sure ? null : [low - most, high - least], chance ? 100 : 1);
  const values = { before: written(chance, before), difference };
  return (
    <p class="soft">
      {chance
        ? t("Before the last change of the position: {before}. The change: {difference} points.", values)
        : t("Before the last change of the position: {before}. The change: {difference}.", values)}
    </p>
  );
}

function endsOf({ value, ci95 }: Worth): Interval {
  return ci95 ?? [value, value];
}
