// What a card of the deck does, beside its slider: in words, and to be changed by hand.
//
// What comes in: the card, and the session, which asks what the newest text says of it.  What goes out: its effects
// and the functions that they call; asked for only while somebody has them open, once for each text.

import { useEffect, useState } from "preact/hooks";

import { Effects, functionsOf, type Entry, type Explained } from "../parts/effects";
import { t, tn } from "../parts/words";
import { ByHand } from "./byhand";
import { begun, NEW_EFFECT, type InParts, type Menus } from "./making";
import type { DeckCard } from "./protocol";
import type { Session } from "./session";
import type { State } from "./state";

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
  const revision = state.deck!.revision;
  useEffect(() => {
    if (!open) return;
    let wanted = true;
    void Promise.all([session.explained(), session.inParts(card.name), session.menus()]).then(
      ([explained, parts, menus]) => wanted && learn({ explained, parts, menus, revision }),
    );
    return () => {
      wanted = false;
    };
  }, [open, revision, session]);
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
        <Wishes card={card.name} known={known} fresh={known.revision === state.revision} session={session} />
      )}
    </details>
  );
}

/** Each effect in words, and what may be done with it. */
function Wishes(props: { card: string; known: Known; fresh: boolean; session: Session }) {
  const { card, known, fresh, session } = props;
  const { explained, parts, menus } = known;
  const [changed, change] = useState<number | null>(null);
  const entries: readonly Entry[] = explained?.cards.find((one) => one.name === card)?.entries ?? [];
  const able = parts !== null && menus !== null && parts.able;
  const effects = able ? parts.effects : [];
  const add = async () => {
    const made = { ...NEW_EFFECT, then: [begun(menus!, parts!.names, "step", "draw")] };
    const wrong = await session.rewrite(card, effects.length, made);
    if (wrong === null) change(effects.length);
    else session.say(wrong, "bad");
  };
  const remove = async (place: number) => {
    change(null);
    const wrong = await session.rewrite(card, place, null);
    if (wrong !== null) session.say(wrong, "bad");
  };
  const places = [...Array(Math.max(entries.length, effects.length)).keys()];
  return (
    <>
      {places.map((place) => {
        const effect = effects[place];
        return (
          <div key={place}>
            {entries[place] && <Effects entries={[entries[place]]} />}
            {effect && changed === place && (
              <ByHand
                card={card}
                place={place}
                effect={effect}
                fresh={fresh}
                menus={menus!}
                names={parts!.names}
                session={session}
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
      {explained && <Effects entries={[]} functions={functionsOf(explained, entries)} />}
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
