// What a card of the deck does, in words, beside its slider.
//
// What comes in: the card, and the session, which asks what the newest text says of it.  What goes out: its effects
// and the functions that they call; asked for only while somebody has them open, once for each text.

import { useEffect, useState } from "preact/hooks";

import { Effects, functionsOf, type Explained } from "../parts/effects";
import { tn } from "../parts/words";
import type { DeckCard } from "./protocol";
import type { Session } from "./session";
import type { State } from "./state";

export function WordsOfCard({ card, state, session }: { card: DeckCard; state: State; session: Session }) {
  const [open, unfold] = useState(false);
  const [known, learn] = useState<Explained | null>(null);
  const revision = state.deck!.revision;
  useEffect(() => {
    if (!open) return;
    let wanted = true;
    void session.explained().then((found) => wanted && found && learn(found));
    return () => {
      wanted = false;
    };
  }, [open, revision, session]);
  const group = known?.cards.find((one) => one.name === card.name);
  return (
    <details class="slider-words" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary>{tn("What it does: {number} effect", "What it does: {number} effects", card.effects)}</summary>
      {known && group && <Effects entries={group.entries} functions={functionsOf(known, group.entries)} point={session.point} />}
    </details>
  );
}
