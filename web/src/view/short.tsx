// The answer in a word, where there is room for no more: on a phone it stays in sight beside the text.

import { directionOf } from "../parts/found/change";
import { rateKnown } from "../parts/numbers";
import { comparedOf, figureOf, hasErrors, inFront, isStale, topicOf, type State } from "./state";

const SIGNS = { up: " ▲", down: " ▼", same: "", unclear: "" } as const;

export function Short({ state }: { state: State }) {
  const topic = topicOf(state);
  if (!topic || state.waits) return null;
  const played = inFront(topic);
  if (played.success.rate === null) return null;
  const figure = figureOf(comparedOf(state, topic.name), "success");
  const direction = figure ? directionOf(figure) : "same";
  return (
    <span class={`short${isStale(state) || hasErrors(state) ? " old" : ""}`} aria-hidden="true">
      {played.method === "exact" ? "" : "≈ "}
      {rateKnown(played.success).value}
      <span class={`change ${direction}`}>{SIGNS[direction]}</span>
    </span>
  );
}
