// A slider for each card: "two or three?"
//
// What comes in: the cards of the newest text that could be read, and the session, which writes a count into
// the text.  What goes out: wishes for other counts.  Beside the card that was moved last stand the answers
// for each of its counts that were seen, the rest of the deck being the same.

import { useState } from "preact/hooks";

import { rateKnown } from "../../parts/numbers";
import { t, tn } from "../../parts/words";
import { SignButton } from "../icons";
import type { DeckCard } from "../protocol";
import type { Session } from "../session";
import { topicOf, type State } from "../state";
import { WordsOfCard } from "../effects/wording";

const USUAL_MOST = 3; // copies that most games allow
const MANY_CARDS = 12;
const MOST_SHOWN = 60;

export function Sliders({ state, session }: { state: State; session: Session }) {
  const [sought, seek] = useState("");
  const cards = state.deck?.cards ?? [];
  if (!cards.length) return null;
  const wanted = sought.trim().toLocaleLowerCase();
  const fitting = cards.filter((card) => fits(card, wanted));
  return (
    <section class="sliders" id="copies" aria-labelledby="sliders-title">
      <div class="section-head">
        <h3 id="sliders-title">{t("Copies")}</h3>
        <DeckSize state={state} />
        <Exchange state={state} session={session} />
        {cards.length > MANY_CARDS && (
          <input
            type="search"
            class="seek"
            placeholder={t("Find a card")}
            aria-label={t("Find a card")}
            value={sought}
            onInput={(event) => seek(event.currentTarget.value)}
          />
        )}
      </div>
      <ul class="slider-list">
        {fitting.slice(0, MOST_SHOWN).map((card) => (
          <SliderRow key={card.name} card={card} state={state} session={session} />
        ))}
      </ul>
      {fitting.length > MOST_SHOWN && (
        <p class="soft">{tn("{number} more card", "{number} more cards", fitting.length - MOST_SHOWN)}</p>
      )}
    </section>
  );
}

function fits({ name, description, attributes }: DeckCard, wanted: string): boolean {
  return [name, description ?? "", ...attributes].some((text) => text.toLocaleLowerCase().includes(wanted));
}

function DeckSize({ state }: { state: State }) {
  const { size } = state.deck!;
  const before = state.pinned?.size ?? size;
  return (
    <p class="deck-size">
      {tn("{number} card", "{number} cards", size)}
      {before !== size && <span class="was">{t("pinned: {count}", { count: before })}</span>}
    </p>
  );
}

/** In a deck whose size no card makes up for: which card gives way. */
function Exchange({ state, session }: { state: State; session: Session }) {
  const cards = state.deck!.cards;
  if (cards.some((card) => card.filler)) return null;
  const able = cards.filter((card) => session.countOf(card.name) !== null);
  if (able.length < 2) return null;
  return (
    <label class="exchange">
      <span>{t("in exchange for")}</span>{" "}
      <select
        value={state.exchange ?? ""}
        onChange={(event) => session.exchange(event.currentTarget.value || null)}
      >
        <option value="">{t("nothing")}</option>
        {able.map((card) => (
          <option value={card.name}>{card.name}</option>
        ))}
      </select>
    </label>
  );
}

/** As far as a slider reaches that stands there. */
function reach(count: number): number {
  return count <= USUAL_MOST ? USUAL_MOST : count + 2;
}

function SliderRow(props: { card: DeckCard; state: State; session: Session }) {
  const { card, state, session } = props;
  const [held, hold] = useState<number | null>(null); // its reach, which stays while it is dragged
  const written = session.countOf(card.name);
  const count = written ?? card.count;
  const pinned = state.pinned?.counts.get(card.name);
  const most = held ?? Math.max(reach(count), reach(pinned ?? 0));
  const set = (wanted: number) => session.setCount(card.name, Math.max(0, wanted));
  const old = state.deck?.revision !== state.revision; // where it stands is not known yet
  const able = !card.filler && written !== null;
  return (
    <li class="slider-row" data-card={card.name}>
      <div class="slider-card">
        <span class="slider-name">{card.name}</span>
        <span class="slider-about">{[card.description, ...card.attributes].filter(Boolean).join(" · ")}</span>
      </div>
      {able ? (
        <div class="slider-controls">
          <SignButton
            of="less"
            said={t("One {card} less", { card: card.name })}
            disabled={count === 0}
            act={() => set(count - 1)}
          />
          <input
            type="range"
            min={0}
            max={most}
            step={1}
            value={count}
            aria-label={t("Copies of {card}", { card: card.name })}
            onPointerDown={() => hold(most)}
            onPointerUp={() => hold(null)}
            onPointerCancel={() => hold(null)}
            onInput={(event) => set(Number(event.currentTarget.value))}
          />
          <SignButton of="more" said={t("One {card} more", { card: card.name })} act={() => set(count + 1)} />
        </div>
      ) : (
        <span class="slider-fixed">
          {card.filler ? t("fills the deck") : old ? "" : t("counted elsewhere in the text")}
        </span>
      )}
      <span class={`slider-count${pinned !== undefined && pinned !== count ? " moved" : ""}`}>
        {pinned !== undefined && pinned !== count && (
          <span class="was">
            <span class="visually-hidden">{t("pinned: {count}", { count: pinned })}</span>
            <span aria-hidden="true">{pinned} → </span>
          </span>
        )}
        {count}
      </span>
      <WordsOfCard key="words" card={card} state={state} session={session} />
      {session.isTried(card.name) && <TriedCounts card={card.name} count={count} state={state} set={set} />}
    </li>
  );
}

/** What each count gave that was tried. */
function TriedCounts(props: { card: string; count: number; state: State; set: (count: number) => void }) {
  const { card, count, state, set } = props;
  const topic = topicOf(state);
  if (!topic || !state.tried || state.tried.topics.size < 2) return null;
  const rows = [...state.tried.topics]
    .map(([tried, topics]) => ({ tried, found: topics.find((one) => one.name === topic.name) }))
    .filter((row) => row.found && row.found.success.rate !== null)
    .sort((one, other) => one.tried - other.tried);
  if (rows.length < 2) return null;
  return (
    <div class="tried" role="group" aria-label={t("{card}: what each number of copies gave", { card })}>
      {rows.map(({ tried, found }) => {
        const { value, beside } = rateKnown(found!.success);
        return (
          <button type="button" aria-pressed={tried === count} onClick={() => set(tried)}>
            <span class="tried-count">{tn("{number} copy", "{number} copies", tried)}</span>
            <span class="tried-rate">{value}</span>
            {found!.method !== "exact" && <span class="tried-count">{beside}</span>}
          </button>
        );
      })}
    </div>
  );
}
