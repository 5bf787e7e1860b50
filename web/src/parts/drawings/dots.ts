// A distribution as a hundred dots: each is one game of a hundred, in the column of its value.
//
// What comes in: values with their shares, few enough to have a column each.  What goes out: what Plot draws.
// A value that comes up less often than once in two hundred games may have no dot; its share stands above it.

import { dot, ruleY, text, type PlotOptions } from "@observablehq/plot";

import { percent, shareKnown, type Share } from "../numbers";

const GAMES = 100;
const TALLEST = 130; // pixels for the dots of a column
const LARGEST = 13; // pixels from one dot to the next
const SMALLEST = 4;
const APART = 0.8; // of a column's place, for its dots
const NARROW = 46; // pixels of a column in which a share has no digits after the point
const ABOVE = 26;
const BELOW = 24;

/** How many of a hundred games each value has: whole numbers, what is left over to those that are nearest to one
 *  more. */
export function gamesOf(shares: readonly number[]): number[] {
  const games = shares.map((share) => Math.floor(GAMES * share));
  const left = Math.round(GAMES * shares.reduce((sum, share) => sum + share, 0)) - games.reduce((sum, one) => sum + one, 0);
  const next = shares.map((share, at) => ({ at, over: GAMES * share - games[at]! })).sort((one, other) => other.over - one.over);
  for (const { at } of next.slice(0, left)) games[at]! += 1;
  return games;
}

export function dotsApart(shares: readonly Share[], trials: number | null, width: number): PlotOptions {
  const games = gamesOf(shares.map(([, share]) => share));
  const place = width / shares.length;
  const { step, across } = laidOut(Math.max(...games), place * APART);
  const tall = (count: number) => Math.ceil(count / across) * step;
  const height = Math.max(...games.map(tall));
  const middle = (at: number) => (at + 0.5) * place;
  const dots = games.flatMap((count, at) => {
    const wide = Math.min(count, across);
    return Array.from({ length: count }, (_, number) => ({
      x: middle(at) + ((number % across) - (wide - 1) / 2) * step,
      y: (Math.floor(number / across) + 0.5) * step,
    }));
  });
  const labels = shares.map(([, share, value, exact], at) => ({
    x: middle(at),
    y: tall(games[at]!),
    value,
    share: place < NARROW ? percent(share, 0) : shareKnown(share, trials, exact).value,
  }));
  return {
    height: height + ABOVE + BELOW,
    marginTop: ABOVE,
    marginBottom: BELOW,
    marginLeft: 0,
    marginRight: 0,
    x: { domain: [0, width], axis: null },
    y: { domain: [0, height], axis: null },
    marks: [
      ruleY([0], { stroke: "var(--line-strong)" }),
      dot(dots, { x: "x", y: "y", r: step / 2 - 0.75, fill: "var(--bar)" }),
      text(labels, { x: "x", y: "y", text: "share", dy: -10, fill: "var(--ink)" }),
      text(labels, { x: "x", y: 0, text: "value", dy: 14, fill: "var(--ink-soft)" }),
    ],
  };
}

/** The largest dots of which so many fit into a column, and how few may stand side by side. */
function laidOut(most: number, room: number): { step: number; across: number } {
  for (let step = LARGEST; step > SMALLEST; step -= 1) {
    const across = Math.ceil(most / Math.floor(TALLEST / step));
    if (across * step <= room) return { step, across };
  }
  return { step: SMALLEST, across: Math.max(Math.floor(room / SMALLEST), 1) };
}
