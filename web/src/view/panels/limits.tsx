// Within which limits a build is looked for: which cards may change, from how many copies to how many.
//
// What comes in: the deck's cards, and what was chosen.  What goes out: what is chosen, and the wish to begin or
// to stop.  The card that fills the deck always gives and takes.

import { t } from "../../parts/words";
import { inFront, topicOf, type State } from "../state";
import type { Session } from "../session";

const USUAL_MOST = 3;
const BEYOND = 20; // copies more that a card may have which makes up for the others
const MOST_CARDS = 60;

type Ends = readonly [number, number];

export interface Limits {
  /** By card, those that were ticked. */
  ranges?: Readonly<Record<string, Ends>>;
  least?: number;
  most?: number;
  goal?: string;
  running?: boolean;
}

/** What can be made great, with its words: of a topic that has nothing to succeed, what it watches and counts. */
function goalsOf(state: State): [string, string][] {
  const topic = topicOf(state);
  const played = topic && inFront(topic);
  if (played && !played.combos.length) {
    return [...played.watch.map(({ name }) => name), ...Object.keys(played.stats)].map((name) => [name, name]);
  }
  const rate: [string, string] = ["rate", t("Success rate")];
  return played && played.score.bounds[1] !== 1 ? [rate, ["score", t("Average score")]] : [rate];
}

/** What was chosen of them, the first where nothing was. */
function goalOf(state: State, { goal }: Limits): string {
  const [first, ...others] = goalsOf(state).map(([name]) => name);
  return goal !== undefined && others.includes(goal) ? goal : (first ?? "rate");
}

/** What is asked with these limits; null where nothing is to be looked for. */
export function asked(state: State, limits: Limits, filler: string | null) {
  const { ranges, least, most, running } = limits;
  const { deck } = state;
  if (!deck || !running) return null;
  const chosen = Object.entries(ranges ?? {}).filter(([name]) => deck.cards.some((card) => card.name === name));
  const fills = deck.cards.find((card) => card.name === filler || (filler === null && card.filler));
  if (fills) chosen.push([fills.name, [0, fills.count + BEYOND]]);
  return {
    goal: goalOf(state, limits),
    ranges: Object.fromEntries(chosen),
    least: least ?? deck.size,
    most: Math.max(most ?? deck.size, least ?? deck.size),
  };
}

export function LimitsOfBuild({ state, session }: { state: State; session: Session }) {
  const limits = (state.chosen.get("build") ?? {}) as Limits;
  const { ranges = {}, running = false } = limits;
  const deck = state.deck;
  if (!deck) return null;
  const cards = deck.cards.filter((card) => !card.filler && session.countOf(card.name) !== null);
  const set = (chosen: Limits) => session.choose("build", { ...chosen });
  const tick = (name: string, ends: Ends | null) => {
    const { [name]: _, ...others } = ranges;
    set({ ranges: ends ? { ...others, [name]: ends } : others });
  };
  const number = (label: string, value: number, change: (value: number) => void) => (
    <input
      type="number"
      min={0}
      value={value}
      aria-label={label}
      disabled={running}
      onChange={(event) => change(Math.max(0, Math.trunc(Number(event.currentTarget.value)) || 0))}
    />
  );
  const goals = goalsOf(state);
  return (
    <fieldset class="limits">
      <legend>{t("Which cards may change, from how many copies to how many?")}</legend>
      <ul class="limit-cards">
        {cards.slice(0, MOST_CARDS).map(({ name, count }) => {
          const ends = ranges[name];
          const usual: Ends = [0, Math.max(USUAL_MOST, count)];
          return (
            <li>
              <label>
                <input
                  type="checkbox"
                  checked={ends !== undefined}
                  disabled={running}
                  onChange={(event) => tick(name, event.currentTarget.checked ? usual : null)}
                />{" "}
                {name} <span class="soft">{count}</span>
              </label>
              {ends && (
                <span class="limit-ends">
                  {number(t("Fewest {card}", { card: name }), ends[0], (low) => tick(name, [low, Math.max(low, ends[1])]))}
                  {" … "}
                  {number(t("Most {card}", { card: name }), ends[1], (high) => tick(name, [Math.min(ends[0], high), high]))}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <p class="limit-size">
        {t("Cards in the deck")}{" "}
        {number(t("Fewest cards"), limits.least ?? deck.size, (least) => set({ least, most: Math.max(least, limits.most ?? deck.size) }))}
        {" … "}
        {number(t("Most cards"), limits.most ?? deck.size, (most) => set({ most, least: Math.min(most, limits.least ?? deck.size) }))}
        {goals.length > 1 && (
          <label>
            {t("Goal")}{" "}
            <select
              disabled={running}
              value={goalOf(state, limits)}
              onChange={(event) => set({ goal: event.currentTarget.value })}
            >
              {goals.map(([name, words]) => (
                <option value={name}>{words}</option>
              ))}
            </select>
          </label>
        )}
      </p>
      {running ? (
        <button type="button" onClick={() => set({ running: false })}>
          {t("Stop")}
        </button>
      ) : (
        <button
          type="button"
          class="primary"
          disabled={!Object.keys(ranges).length}
          onClick={() => set({ running: true })}
        >
          {t("Look for the best build")}
        </button>
      )}
    </fieldset>
  );
}
