// A hand of a trial, and in the view how it was played.
//
// What comes in: the trial, what was drawn, and who may be seen playing it.  What goes out: the cards; on wish
// the trial step by step.

import { useState } from "preact/hooks";

import { Hands } from "../hands/cards";
import { whole } from "../numbers";
import { Outcome } from "../hands/samples";
import { TracePlayer } from "../hands/trace";
import type { Kind, Sample } from "../types";
import { t } from "../words";
import type { Wishes } from "./kinds";

/** The opening cards of one zone, by name; of a seat's hand, what the seat is called. */
export interface Dealt {
  zone: string;
  seat?: string;
  cards: readonly string[];
}

/** Somebody who plays, and what a button calls that; without a policy, the topic's own. */
export interface Player {
  said: string;
  policy?: string;
}

export function HandToStep(props: {
  trial: number;
  hands: readonly Dealt[];
  topic: string;
  kinds: Kind[];
  wishes: Wishes | null;
  players?: readonly Player[];
}) {
  const { trial, hands, topic, kinds, wishes, players = [{ said: t("Step through") }] } = props;
  const [shown, show] = useState<{ player: Player; played: (Sample & { kinds: Kind[] }) | string } | null>(null);
  const name = t("Hand {trial}", { trial: whole(trial) });
  const all = [...kinds];
  const indexOf = (card: string) => {
    const at = all.findIndex((kind) => kind.name === card);
    return at >= 0 ? at : all.push({ name: card, description: null, attributes: [], count: 0 }) - 1;
  };
  const drawn = hands.map((hand) => ({ ...hand, cards: hand.cards.map(indexOf) }));
  const step = async (player: Player) => {
    show({ player, played: await wishes!.trial(topic, trial, player.policy) });
  };
  const title = t("Hand {trial}, step by step", { trial: whole(trial) });
  return (
    <div class="failed-hand">
      <p class="sample-head">
        <span class="sample-trial">{name}</span>
        {wishes &&
          players.map((player) => (
            <button
              type="button"
              class="quiet"
              aria-pressed={players.length > 1 ? shown?.player.policy === player.policy : undefined}
              onClick={() => void step(player)}
            >
              {player.said}
              <span class="visually-hidden"> {name}</span>
            </button>
          ))}
      </p>
      <Hands hands={drawn} kinds={all} />
      {typeof shown?.played === "string" && <p class="soft">{shown.played}</p>}
      {shown && typeof shown.played !== "string" && (
        <>
          <Outcome sample={shown.played} />
          {shown.played.trace && (
            <TracePlayer
              key={shown.player.policy}
              trace={shown.played.trace}
              kinds={shown.played.kinds}
              title={players.length > 1 ? `${title}: ${shown.player.said}` : title}
            />
          )}
        </>
      )}
    </div>
  );
}
