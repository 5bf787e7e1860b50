// What a card of the deck does, beside its slider: in words, and to be changed by hand.
//
// What comes in: the card, and the session, which asks what the newest text says of it.  What goes out: its effects
// and the functions that they call; asked for only while somebody has them open, once for each text.

import { useEffect, useState } from "preact/hooks";

import { Effects, functionsOf, type Entry, type Explained } from "../../parts/found/effects";
import { t, tn } from "../../parts/words";
import { ByHand } from "./byhand";
import type { Effect, InParts, Menus } from "./making";
import type { DeckCard } from "../protocol";
import type { Session } from "../session";
import type { State } from "../state";

interface Known {
  explained: Explained | null;
  parts: InParts | null;
  menus: Menus | null;
  /** The text that it is about. */
  revision: number;
}

export function WordsOfCard({ card, state, session }: { card: DeckCard; state: State; session: Session }) {
  const [open, unfold] = useState(false);
  const [known, learn] = useState<Known | null>(null);
  const [times, again] = useState(0); // that something was written: its numbers may take long to come
  const revision = state.deck!.revision;
  useEffect(() => {
    if (!open) return;
    let wanted = true;
    const { revision } = session.store.state;
    const ask = async () => {
      const asked = [session.explained(), session.inParts(card.name), session.menus()] as const;
      const [explained, parts, menus] = await Promise.all(asked);
      // Nobody answers for an older text: what is known stays until the newer one is asked about.
      if (wanted && revision === session.store.state.revision) learn({ explained, parts, menus, revision });
    };
    void ask();
    return () => {
      wanted = false;
    };
  }, [open, revision, times, session]);
  const said = card.effects
    ? tn("What it does: {number} effect", "What it does: {number} effects", card.effects)
    : t("What it does: nothing yet");
  return (
    <details
      class="slider-words"
      onToggle={(event) => event.target === event.currentTarget && unfold(event.currentTarget.open)}
    >
      <summary>{said}</summary>
      {open && known && (
        <Wishes card={card.name} known={known} session={session} learnAgain={() => again((times) => times + 1)} />
      )}
    </details>
  );
}

/** Each effect in words, and what may be done with it. */
function Wishes(props: { card: string; known: Known; session: Session; learnAgain: () => void }) {
  const { card, known, session, learnAgain } = props;
  const { explained, parts, menus, revision } = known;
  const [changed, change] = useState<number | null>(null);
  const entries: readonly Entry[] = explained?.cards.find((one) => one.name === card)?.entries ?? [];
  const able = parts !== null && menus !== null && parts.able;
  const effects = able ? parts.effects : [];
  const written = async (place: number, effect: Effect | null) => {
    const wrong = await session.rewrite(card, place, effect);
    if (wrong !== null) session.say(wrong, "bad");
    else learnAgain();
    return wrong === null;
  };
  const add = async () => {
    if (await written(effects.length, menus!.first)) change(effects.length);
  };
  const remove = async (place: number) => {
    change(null);
    await written(place, null);
  };
  const places = [...Array(Math.max(entries.length, effects.length)).keys()];
  return (
    <>
      {places.map((place) => {
        const effect = effects[place];
        return (
          <div key={place}>
            {entries[place] && <Effects entries={[entries[place]]} point={session.point} />}
            {effect && changed === place && (
              <ByHand
                card={card}
                place={place}
                effect={effect}
                revision={revision}
                menus={menus!}
                names={parts!.names}
                session={session}
                written={learnAgain}
                done={() => change(null)}
              />
            )}
            {effect && changed !== place && (
              <p class="effect-wishes">
                <button type="button" onClick={() => change(place)}>
                  {t("Change it")}
                </button>
                <button type="button" onClick={() => void remove(place)}>
                  {t("Take away")}
                </button>
              </p>
            )}
          </div>
        );
      })}
      {explained && <Effects entries={[]} functions={functionsOf(explained, entries)} point={session.point} />}
      {able && (
        <p class="effect-wishes">
          <button type="button" onClick={() => void add()}>
            {t("Add an effect")}
          </button>
        </p>
      )}
    </>
  );
}
