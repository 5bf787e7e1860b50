// What several panels say alike.

import { whole } from "../numbers";
import { t, tn } from "../words";

/** Whose answer it is, and how it was found: exactly, or by so many trials. */
export function saidOf(file: string, topic: string, trials: number | null, seed: number): string {
  const how =
    trials === null
      ? t("exact")
      : tn("{trials} trial, seed {seed}", "{trials} trials, seed {seed}", trials, { trials: whole(trials), seed });
  return [file, topic, how].join(" · ");
}
