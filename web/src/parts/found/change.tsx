// How a number differs from that of the pinned deck: sign, size, how sure, and only then a colour.
//
// What comes in: a figure of the comparison.  What goes out: a few words.  A difference whose interval holds
// nothing but more (or less) is called so; any other is not told apart.  Only what scores has a colour: of what
// is watched, and of stats, the deck does not say whether more is good.

import { isRateOf } from "../figures";
import { differenceKnown } from "../numbers";
import type { Figure, Interval } from "../types";
import { t } from "../words";
import "./change.css";

export type Direction = "up" | "down" | "same" | "unclear";

export function directionOf({ mean, ci95, exact }: Figure): Direction {
  if (mean === null) return "unclear";
  if (mean === 0 && (exact !== null || (ci95 !== null && ci95[0] === 0 && ci95[1] === 0))) return "same";
  if (exact !== null) return mean > 0 ? "up" : "down";
  if (ci95 === null || (ci95[0] <= 0 && ci95[1] >= 0)) return "unclear"; // a single trial tells of no spread
  return mean > 0 ? "up" : "down";
}

/** The difference in words: of a rate in points of a hundred. */
export function changeText(figure: Figure): string {
  const { mean, ci95 } = figure;
  if (mean === null) return "–";
  const rate = isRateOf(figure.what);
  const scale = rate ? 100 : 1;
  const change = differenceKnown(mean, ci95, scale);
  return rate ? t("{change} points", { change }) : change;
}

export function ChangeMark({ figure, quiet }: { figure: Figure | null; quiet?: boolean }) {
  if (!figure || figure.mean === null) return null;
  const direction = directionOf(figure);
  if (direction === "same") return <span class="change same">{quiet ? "=" : `= ${t("no change")}`}</span>;
  const scores = figure.what !== "watch" && figure.what !== "stat";
  return (
    <span class={`change ${scores ? direction : "plain"}`} title={meaningOf(direction, figure.ci95)}>
      <span class="change-sign" aria-hidden="true">
        {direction === "up" ? "▲" : direction === "down" ? "▼" : "≈"}
      </span>{" "}
      {changeText(figure)}
      <span class="visually-hidden"> ({meaningOf(direction, figure.ci95)})</span>
    </span>
  );
}

function meaningOf(direction: Direction, ci95: Interval | null): string {
  if (direction === "unclear") return t("not told apart yet");
  if (direction === "up") return ci95 ? t("higher, by 19 chances in 20") : t("higher, exactly");
  return ci95 ? t("lower, by 19 chances in 20") : t("lower, exactly");
}
