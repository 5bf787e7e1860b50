// Numbers as the text report writes them (yisp/report/layout.py): the same digits, so that both say the same.

import type { Interval, Score } from "./types";

const DIGITS = 2;
const MOST_DIGITS = 9;
const LONGEST_FRACTION = 40;
const NOTHING = "–";

export function percent(share: number | null | undefined, digits = DIGITS): string {
  return share == null ? NOTHING : `${(100 * share).toFixed(digits)}%`;
}

export function number(value: number | null | undefined, digits = DIGITS): string {
  return value == null ? NOTHING : value.toFixed(digits);
}

/** A whole number with commas between its thousands. */
export function whole(value: number | null | undefined): string {
  return value == null ? NOTHING : String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A number with so many digits that its standard error has two; four where it has none. */
export function significant(value: number | null, error: number | null): string {
  if (value == null) return NOTHING;
  if (!error) return String(Number(value.toPrecision(4)));
  const digits = Math.max(1 - Math.floor(Math.log10(error)), 0);
  return digits <= 6 ? value.toFixed(digits) : value.toExponential(2);
}

/** Half the width of an interval. */
export function half(interval: Interval): number {
  return (interval[1] - interval[0]) / 2;
}

/** Digits after the point: so many that half the width of an interval has one that tells. */
function digitsOf(width: number): number {
  let digits = DIGITS;
  while (0 < width * 10 ** digits && width * 10 ** digits < 1 && digits < MOST_DIGITS) digits += 1;
  return digits;
}

/** What is known of a rate or a mean: the number, and beside it its interval or its fraction. */
export interface Known {
  value: string;
  beside: string;
}

/** Where half the width on either side would leave 0 to 100 %, as after few trials, the interval's ends. */
export function rateKnown(of: { rate: number | null; ci95: Interval | null; exact: string | null }): Known {
  const { rate, ci95, exact } = of;
  if (exact === null && ci95 !== null && rate !== null && (rate < half(ci95) || rate + half(ci95) > 1)) {
    const digits = digitsOf(100 * half(ci95));
    const [low, high] = ci95;
    return { value: percent(rate, digits), beside: `(${percent(low, digits)}–${percent(high, digits)})` };
  }
  return known(of.rate, of.ci95, of.exact, percent, 100);
}

export function meanKnown(of: { mean: number | null; ci95: Interval | null; exact: string | null }): Known {
  return known(of.mean, of.ci95, of.exact, number, 1);
}

function known(
  value: number | null,
  ci95: Interval | null,
  exact: string | null,
  write: (value: number | null, digits?: number) => string,
  scale: number,
): Known {
  if (exact !== null) return { value: write(value), beside: shortFraction(exact) };
  if (ci95 === null) return { value: write(value), beside: "" };
  const digits = digitsOf(scale * half(ci95));
  return { value: write(value, digits), beside: `± ${write(half(ci95), digits)}` };
}

/** The fraction; nothing where it is too long to be read. */
export function shortFraction(exact: string): string {
  return exact.length <= LONGEST_FRACTION ? exact : "";
}

/** A fraction as a number, however long it is. */
export function ratio(text: string | number): number {
  if (typeof text === "number") return text;
  const [above = "0", below = "1"] = text.split("/");
  const beyond = Math.max(above.length, below.length) - 300; // digits that no double can hold
  if (beyond <= 0) return Number(above) / Number(below);
  return Number(above.slice(0, -beyond) || "0") / Number(below.slice(0, -beyond) || "1");
}

/** Each value and its share, in ascending order. */
export function sharesOf(of: Pick<Score, "histogram" | "shares">): [number, number][] {
  const weights = Object.entries(of.shares ?? of.histogram).map(
    ([value, weight]): [number, number] => [Number(value), ratio(weight)],
  );
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return weights
    .map(([value, weight]): [number, number] => [value, total ? weight / total : 0])
    .sort(([one], [other]) => one - other);
}

/** About how many columns a text takes: East Asian characters two. */
export function columns(name: string): number {
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0)! >= 0x1100 ? 2 : 1;
  return sum;
}
