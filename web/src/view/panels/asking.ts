// What the open panels ask of the deck that is edited.
//
// What comes in: the state, and what was chosen in a panel.  What goes out: the options of its study; null
// where there is nothing to ask yet.  Not handled: asking (`session.ts`).

import { asked, type Limits } from "./limits";
import { positionIn } from "./position";
import type { Options } from "../protocol";
import { topicOf, type State } from "../state";

/** By kind, what it asks besides the topic, if that is anything. */
const ASKS: Readonly<Record<string, (state: State, chosen: Options) => Options | null>> = {
  advise: (_, chosen) => positionIn(chosen),
  policies: (state) => (state.deck?.choices.includes(topicOf(state)!.name) ? {} : null),
  compare: (_, { name, text }) => (text === undefined ? null : { name, text }),
  build: (state, chosen) => asked(state, chosen as Limits, fillerOf(state)),
  worth: (state) => ({ filler: fillerOf(state) }),
  copies(state, chosen) {
    const card = cardOf(state, chosen["card"]);
    return card === null ? null : { ...chosen, card, filler: fillerOf(state) };
  },
};

export function optionsOf(kind: string, state: State): Options | null {
  const topic = topicOf(state);
  if (!topic || state.waits) return null;
  const options = ASKS[kind];
  const asked = options ? options(state, state.chosen.get(kind) ?? {}) : {};
  return asked && { topic: topic.name, ...asked };
}

/** The card that makes up for another one, where the user has chosen one that there is. */
function fillerOf({ deck, exchange }: State): string | null {
  return deck?.cards.some((card) => card.name === exchange) ? exchange : null;
}

/** The card whose copies are asked about: the chosen one, else the one that was moved last, else the first. */
export function cardOf(state: State, chosen: unknown): string | null {
  const able = (state.deck?.cards ?? []).filter((card) => !card.filler && card.name !== fillerOf(state));
  const names = able.map((card) => card.name);
  return names.find((name) => name === chosen) ?? names.find((name) => name === state.tried?.card) ?? names[0] ?? null;
}
