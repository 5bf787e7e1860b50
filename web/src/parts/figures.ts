// Figures of a report, whichever part of it they come from: which are rates, what they are called, what is known.

import { meanKnown, rateKnown, type Known } from "./numbers";
import type { Interval } from "./types";
import { t } from "./words";

/** A figure, and how far off it may be; or its fraction. */
export interface Value {
  value: number | null;
  ci95: Interval | null;
  exact: string | null;
}

export function isRateOf(what: string): boolean {
  return what !== "score" && what !== "stat";
}

/** What a figure is called: the topic's own ones are in our words, others have a name. */
export function titleOf(what: string, name: string | null): string {
  if (what === "success" || what === "topic") return t("Success rate");
  return what === "score" ? t("Average score") : name!;
}

export function knownOf(isRate: boolean, { value, ci95, exact }: Value): Known {
  return isRate ? rateKnown({ rate: value, ci95, exact }) : meanKnown({ mean: value, ci95, exact });
}

/** A number and what stands beside it, as one text. */
export function written({ value, beside }: Known): string {
  return beside ? `${value} ${beside}` : value;
}
