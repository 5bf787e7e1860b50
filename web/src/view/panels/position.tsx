// A position to ask about: the hand, the graveyard, the top of the deck, made by clicking cards.
//
// What comes in: the deck's cards, and what was chosen.  What goes out: what is chosen.  A drawn hand is that of
// a trial, as "One hand at a time" shows it.  Whether the deck still has these cards is for the study to say.

import { useEffect, useState } from "preact/hooks";

import { Card, hueOf } from "../../parts/hands/cards";
import type { Hand, Kind } from "../../parts/types";
import { t } from "../../parts/words";
import type { Options } from "../protocol";
import type { Session } from "../session";
import { hasErrors, inFront, topicOf, type State } from "../state";

const PLACES = ["hand", "graveyard", "top"] as const;

type Place = (typeof PLACES)[number];

const NOTHING = { hand: undefined, graveyard: [], top: [] };

/** What was chosen; `drawn` is the next hand to draw. */
interface Position {
  hand?: readonly string[] | undefined;
  graveyard?: readonly string[];
  top?: readonly string[];
  goal?: string;
  drawn?: number;
}

/** What is asked about; a hand that was drawn may be empty. */
export function positionIn(chosen: Options): Options {
  const { hand, graveyard = [], top = [], goal } = chosen as Position;
  return {
    ...(hand && { hand }),
    ...(graveyard.length && { graveyard }),
    ...(top.length && { top }),
    ...(goal && { goal }),
  };
}

/** The cards of a hand that was drawn; null where it is the hands of several seats. */
export function handOf(hands: readonly Hand[], kinds: readonly Kind[]): string[] | null {
  const hand = hands.find(({ zone, seat }) => zone === "H" && seat === undefined);
  return hand ? hand.cards.map((card) => kinds[card]!.name) : null;
}

function sayPlace(place: Place): string {
  if (place === "hand") return t("Hand");
  return place === "graveyard" ? t("Graveyard") : t("Top of the deck");
}

export function PositionOfHand({ state, session }: { state: State; session: Session }) {
  const chosen = (state.chosen.get("advise") ?? {}) as Position;
  const [place, setPlace] = useState<Place>("hand");
  const [sentence, say] = useState("");
  const topic = topicOf(state);
  const cards = state.deck?.cards ?? [];
  const held = PLACES.flatMap((one) => chosen[one] ?? []);
  const set = (position: Position) => session.choose("advise", { ...position });
  const draw = async () => {
    const number = chosen.drawn ?? 0;
    const played = topic && (await session.trial(topic.name, number));
    if (!played) return;
    const hand = typeof played === "string" ? null : handOf(played.hands, played.kinds);
    say(typeof played === "string" ? played : hand ? "" : t("Hands of several seats cannot be asked about."));
    if (hand) set({ hand, graveyard: [], top: [], drawn: number + 1 });
  };
  useEffect(() => {
    if (!held.length && !chosen.hand && !hasErrors(state)) void draw(); // so that there is something to look at
  }, []);
  const add = (name: string) => set({ [place]: [...(chosen[place] ?? []), name] });
  const remove = (from: Place, at: number) =>
    held.length > 1 ? set({ [from]: chosen[from]!.filter((_, one) => one !== at) }) : set(NOTHING);
  return (
    <fieldset class="position">
      <legend>{t("Click the cards that you hold, or draw a hand.")}</legend>
      <p class="position-wishes">
        <button type="button" class="primary" onClick={() => void draw()}>
          {t("Draw a hand")}
        </button>
        <button
          type="button"
          aria-disabled={!held.length}
          onClick={() => set(NOTHING)}
        >
          {t("Put everything back")}
        </button>
        <Goal state={state} chosen={chosen.goal} choose={(goal) => set({ goal })} />
      </p>
      {sentence && (
        <p class="soft" role="alert">
          {sentence}
        </p>
      )}
      {PLACES.map((one) => (
        <Held place={one} names={chosen[one] ?? []} remove={(at) => remove(one, at)} />
      ))}
      <p class="visually-hidden" aria-live="polite">
        {PLACES.map((one) => ((chosen[one] ?? []).length ? `${sayPlace(one)}: ${chosen[one]!.join(t(", "))}. ` : ""))}
      </p>
      <div class="position-place" role="radiogroup" aria-labelledby="position-place">
        <span class="soft" id="position-place">{t("A click puts a card here:")}</span>
        {PLACES.map((one) => (
          <label>
            <input type="radio" name="position-place" checked={one === place} onChange={() => setPlace(one)} />{" "}
            {sayPlace(one)}
          </label>
        ))}
      </div>
      <ul class="position-cards" aria-label={t("Cards")}>
        {cards.map(({ name, count, attributes, description }, at) => {
          const left = count - held.filter((one) => one === name).length;
          return (
            <li>
              <button
                type="button"
                class="pick"
                aria-disabled={left <= 0}
                onClick={() => left > 0 && add(name)}
              >
                <Card kind={{ name, description, attributes, count }} hue={hueOf(at)} small />
                <span class="pick-left">{Math.max(left, 0)}</span>
                <span class="visually-hidden">{t("left; put one into “{place}”", { place: sayPlace(place) })}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** The cards of a place; a click takes one away. */
function Held({ place, names, remove }: { place: Place; names: readonly string[]; remove: (at: number) => void }) {
  if (!names.length) return null;
  const title = sayPlace(place);
  return (
    <div class="position-held">
      <span class="position-title">{title}</span>
      <ul aria-label={title}>
        {names.map((name, at) => (
          <li>
            <button
              type="button"
              class="quiet"
              aria-label={t("Take {card} out of “{place}”", { card: name, place: title })}
              onClick={({ currentTarget }) => {
                keepFocus(currentTarget, at);
                remove(at);
              }}
            >
              {name} <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What has the focus goes away: then its neighbour has it. */
function keepFocus(button: HTMLElement, at: number): void {
  const field = button.closest("fieldset")!;
  const list = button.closest("ul")!;
  requestAnimationFrame(() => {
    const others = list.isConnected ? [...list.querySelectorAll<HTMLElement>("button")] : [];
    (others[Math.min(at, others.length - 1)] ?? field.querySelector<HTMLElement>("button"))?.focus();
  });
}

/** What is to be great, where there is more than one thing. */
function Goal(props: { state: State; chosen: string | undefined; choose: (goal: string) => void }) {
  const topic = topicOf(props.state);
  if (!topic) return null;
  const { combos, score, stats } = inFront(topic);
  const goals: [string, string][] = [
    ...(combos.length ? [["success", t("Success rate")] as [string, string]] : []),
    ...(combos.length && score.bounds[1] !== 1 ? [["score", t("Average score")] as [string, string]] : []),
    ...Object.keys(stats).map((name): [string, string] => [name, name]),
  ];
  if (goals.length < 2) return null;
  return (
    <label>
      {t("Goal")}{" "}
      <select value={props.chosen ?? ""} onChange={(event) => props.choose(event.currentTarget.value)}>
        <option value="">{t("as the deck says")}</option>
        {goals.map(([goal, name]) => (
          <option value={goal}>{name}</option>
        ))}
      </select>
    </label>
  );
}
