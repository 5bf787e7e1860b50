// Which build?  The best deck so far within limits, and the next ones.
//
// What comes in: the JSON of `yispc tune`, as far as it is by now.  What goes out: what is to be changed, which
// can be taken over, and a list of the best decks.

import { Shares } from "../drawings/shares";
import { knownOf, written } from "../figures";
import { whole, type Known } from "../numbers";
import type { Interval } from "../types";
import { t, tn } from "../words";
import type { PanelKind, Wishes } from "./kinds";

interface Deck {
  state: "best" | "front" | "not told apart" | "dropped" | "no answer";
  counts: number[];
  reason?: string;
  goals: { value: number; ends: Interval | null; trials: number | null }[];
}

export interface BuildContent {
  study: {
    deck: { file: string };
    seed: number;
    /** As "great TOPIC:FIGURE". */
    goals: string[];
    candidates: number;
    looked: number;
    whole: boolean;
    exact: boolean;
    shown: boolean;
    names: string[];
    decks: Deck[];
  };
  own: number[];
  rate: boolean; // whether the goal is one
}

const SHOWN = 8;

export const build: PanelKind<BuildContent> = {
  title: () => t("Which build?"),
  of({ study }) {
    const looked = tn("{number} deck looked at", "{looked} decks looked at", study.looked, { looked: whole(study.looked) });
    return [study.deck.file, study.goals[0]!.replace(/^great /, ""), looked].join(" · ");
  },
  answer(content) {
    const { study } = content;
    const [best] = study.decks;
    if (!best || !best.goals.length) return [t("None of the decks within these limits has an answer.")];
    const value = written(known(content, best));
    const changes = changesOf(content, best);
    const found = changes.length
      ? study.shown
        ? t("The best build: {changes}. It comes to {value}.", { changes: changes.join(t(", ")), value })
        : t("The best build so far: {changes}. It comes to {value}.", { changes: changes.join(t(", ")), value })
      : study.shown
        ? t("Nothing is better than the deck as it is: {value}.", { value })
        : t("Nothing better so far than the deck as it is: {value}.", { value });
    return [found, lookedAt(content)];
  },
  words: (content) =>
    content.study.decks
      .filter((deck) => deck.goals.length)
      .slice(0, SHOWN)
      .map((deck) => t("{value}: {changes}", { value: written(known(content, deck)), changes: nameOf(content, deck) })),
  table({ study }) {
    return {
      head: ["state", "value", "low", "high", "trials", ...study.names],
      rows: study.decks.map(({ state, counts, goals: [goal] }) => [
        ...[state, goal?.value ?? null, goal?.ends?.[0] ?? null, goal?.ends?.[1] ?? null, goal?.trials ?? null],
        ...counts,
      ]),
    };
  },
  data: ({ study }) => study,
  Body,
};

/** Of how many decks this is the best. */
function lookedAt({ study }: BuildContent): string {
  const values = { looked: whole(study.looked), candidates: whole(study.candidates) };
  if (study.whole) return t("All {candidates} decks within the limits were looked at.", values);
  return t("{looked} of {candidates} decks within the limits were looked at.", values);
}

function known(content: BuildContent, deck: Deck): Known {
  const { value, ends } = deck.goals[0]!;
  return knownOf(content.rate, { value, ci95: ends, exact: null });
}

/** What is another number of copies than in the deck as it is. */
function changesOf({ study, own }: BuildContent, { counts }: Deck): string[] {
  return study.names.flatMap((name, at) =>
    counts[at] === own[at] ? [] : [t("{card} {before} → {now}", { card: name, before: own[at]!, now: counts[at]! })],
  );
}

function nameOf(content: BuildContent, deck: Deck): string {
  return changesOf(content, deck).join(t(", ")) || t("as it is");
}

function Body({ content, wishes }: { content: BuildContent; wishes: Wishes | null }) {
  const { study, own } = content;
  const decks = study.decks.filter((deck) => deck.goals.length).slice(0, SHOWN);
  const rows = decks.map((deck) => {
    const [goal] = deck.goals;
    return { name: nameOf(content, deck), rate: goal!.value, ci95: goal!.ends, exact: null };
  });
  return (
    <>
      {content.rate && <Shares title={t("The best builds")} rows={rows} dots />}
      <ol class="builds">
        {decks.map((deck) => {
          const { value, beside } = known(content, deck);
          const same = deck.counts.every((count, at) => count === own[at]);
          const counts = new Map(study.names.map((name, at) => [name, deck.counts[at]!]));
          return (
            <li>
              <span class="build">
                <strong>{value}</strong> <span class="soft">{beside}</span> {nameOf(content, deck)}
              </span>
              {wishes && !same && (
                <button type="button" class="quiet" onClick={() => wishes.setCounts(counts)}>
                  {t("Take it over")}
                  <span class="visually-hidden">: {nameOf(content, deck)}</span>
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
