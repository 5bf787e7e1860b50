// Numbers as the text report writes them (yisp/report/layout.py): the same digits, so that both say the same.

import type { Interval, Mean, Rate, Stat } from "./types";

const DIGITS = 2;
const MOST_DIGITS = 9;
const WIDER = 1.5; // times as far as an estimate may be off it may be said to be, for the sake of fewer digits
const CLOSE = 1e-9; // what is so little above a whole number is that number
const Z = 1.96; // standard errors to either side of a 95 % interval
const MOST_PLACES = 6; // digits after the point beyond which a number is written with an exponent
const LONGEST_FRACTION = 40;
const LONGEST_READ = 4000; // characters of a fraction that is still worked with
const LONGEST_SUMMED = 400; // and of each of many that are added up
const SURE = 2 ** 53; // below it doubles tell all whole numbers apart
const NOTHING = "–";

export function percent(share: number | null | undefined, digits = DIGITS): string {
  return share == null ? NOTHING : `${fixed(100 * share, digits)}%`;
}

/** A number in decimals; one that is too large for a double to know its last digit, without that. */
export function number(value: number | null | undefined, digits = DIGITS): string {
  if (value == null) return NOTHING;
  return Math.abs(value) < SURE ? fixed(value, digits) : general(value, 15);
}

/** So many digits after the point; 0 has no sign.  Halfway between two it is the even one, as Python has it; `toFixed` alone
 *  takes the larger. */
function fixed(value: number, digits: number): string {
  const written = Number(value.toFixed(digits)) ? value.toFixed(digits) : (0).toFixed(digits);
  const all = Math.abs(value).toFixed(100);
  const end = all.indexOf(".") + 1 + digits;
  if (!/^50*$/.test(all.slice(end))) return written;
  const below = all.slice(0, digits ? end : end - 1);
  return Number(below.at(-1)) % 2 ? written : (value < 0 && Number(below) ? "-" : "") + below;
}

/** So many digits in all, without the zeros at their end; very large and very small ones with an exponent. */
function general(value: number, digits: number): string {
  const [, mantissa = "", exponent = ""] = /^(.*)e(.*)$/.exec(exponential(value, digits - 1))!;
  const power = Number(exponent);
  const plain = power < -4 || power >= digits ? mantissa : fixed(value, digits - 1 - power);
  const short = plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
  return plain === mantissa && power !== 0 ? `${short}e${exponent}` : short;
}

/** With an exponent of two digits, as Python writes it. */
function exponential(value: number, digits: number): string {
  return value.toExponential(digits).replace(/e([+-])(\d)$/, "e$10$2");
}

/** A fraction as two whole numbers of any length. */
export type Fraction = readonly [over: bigint, under: bigint];

/** A fraction in decimals, rounded once: to the nearest, or the even one of two. */
export function decimals(exact: string, value: number | null, scale: number): string {
  if (exact.length > LONGEST_READ || value === null) return number(value === null ? null : scale * value);
  return rounded(fractionOf(exact), scale, DIGITS);
}

function fractionOf(exact: string): Fraction {
  const [over = "0", under = "1"] = exact.split("/");
  return [BigInt(over), BigInt(under)];
}

function rounded([over, under]: Fraction, scale: number, digits: number): string {
  const above = over * BigInt(scale) * 10n ** BigInt(digits);
  const size = above < 0n ? -above : above;
  const rest = 2n * (size % under);
  let all = size / under;
  if (rest > under || (rest === under && all % 2n === 1n)) all += 1n;
  const written = String(all).padStart(digits + 1, "0");
  const whole = written.slice(0, written.length - digits);
  return `${above < 0n && all ? "-" : ""}${whole}${digits ? `.${written.slice(-digits)}` : ""}`;
}

export function sum(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(([a, b], [c, d]) => (b === d ? [a + c, b] : lowest(a * d + c * b, b * d)), [0n, 1n]);
}

function lowest(over: bigint, under: bigint): Fraction {
  let [a, b] = [over, under];
  while (b) [a, b] = [b, a % b];
  return [over / a, under / a];
}

/** A whole number with commas between its thousands. */
export function whole(value: number | null | undefined): string {
  return value == null ? NOTHING : String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A number with so many digits that its standard error has two; four where it has none. */
export function significant(value: number | null, error: number | null): string {
  if (value == null) return NOTHING;
  if (!error) return general(value, 4);
  const digits = Math.max(1 - Math.floor(Math.log10(error)), 0);
  if (digits <= MOST_PLACES) return fixed(value, digits);
  return exponential(value, Math.max(Math.floor(Math.log10(Math.abs(value) || error)) + digits, 0));
}

/** How an estimate is written: digits after the point, and what stands behind its `±`.  That is how far the
 *  interval reaches to its farther side, and what rounding adds, rounded up; as few digits as make it no more than
 *  WIDER times as much (`accuracy` in layout.py says why). */
export function accuracy(value: number, [low, high]: Interval): { digits: number; off: number } {
  const half = Math.max(value - low, high - value);
  if (half <= 0) return { digits: DIGITS, off: 0 };
  let digits = 0;
  for (;;) {
    const units = half * 10 ** digits;
    const off = Math.ceil(Math.sqrt(units * units + (Z * Z) / 12) - CLOSE) / 10 ** digits;
    if (off <= WIDER * half || digits === MOST_DIGITS) return { digits, off };
    digits += 1;
  }
}

/** What is known of a rate or a mean: the number, and beside it how far off it may be, or its fraction. */
export interface Known {
  value: string;
  beside: string;
}

/** Where so much to either side would leave 0 to 100 %, as after few trials, the interval's ends. */
export function rateKnown({ rate, ci95, exact }: Rate): Known {
  if (exact !== null) return { value: `${decimals(exact, rate, 100)}%`, beside: shortFraction(exact) };
  if (ci95 === null || rate === null) return { value: percent(rate), beside: "" };
  const [low, high] = ci95;
  const { digits, off } = accuracy(100 * rate, [100 * low, 100 * high]);
  if (0 <= 100 * rate - off && 100 * rate + off <= 100) {
    return { value: percent(rate, digits), beside: `± ${fixed(off, digits)}%` };
  }
  const unit = 10 ** digits;
  const least = Math.max(Math.floor(100 * low * unit + CLOSE) / unit, 0);
  const most = Math.min(Math.ceil(100 * high * unit - CLOSE) / unit, 100);
  return { value: `${bounded(100 * rate, digits)}%`, beside: `(${bounded(least, digits)}–${bounded(most, digits)}%)` };
}

/** A percentage; all and nothing need no digits. */
function bounded(value: number, digits: number): string {
  return fixed(value, value === 0 || value === 100 ? 0 : digits);
}

export function meanKnown({ mean, ci95, exact }: Mean): Known {
  if (exact !== null) return { value: decimals(exact, mean, 1), beside: shortFraction(exact) };
  if (ci95 === null || mean === null) return { value: number(mean), beside: "" };
  const { digits, off } = accuracy(mean, ci95);
  return { value: number(mean, digits), beside: `± ${number(off, digits)}` };
}

/** A difference: with its sign, and how far off it may be, if it was sampled. */
export function differenceKnown(mean: number, ci95: Interval | null, scale: number): string {
  if (ci95 === null) return signed(scale * mean, digitsOf(scale * mean));
  const { digits, off } = accuracy(scale * mean, [scale * ci95[0], scale * ci95[1]]);
  return `${signed(scale * mean, digits)} ± ${number(off, digits)}`;
}

/** A number with its sign, if it is above or below 0 as it is written. */
function signed(value: number, digits: number): string {
  const written = number(Math.abs(value), digits);
  return !Number(written) ? written : value > 0 ? `+${written}` : `−${written}`;
}

/** Digits after the point of what is exact and small: as many as tell something. */
function digitsOf(value: number): number {
  const size = Math.abs(value);
  let digits = DIGITS;
  while (0 < size * 10 ** digits && size * 10 ** digits < 1 && digits < MOST_PLACES) digits += 1;
  return digits;
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

/** Whether values were not counted apart. */
export function isBinned({ binned, quantiles_are }: Partial<Stat>): boolean {
  return binned ?? (quantiles_are !== undefined && !quantiles_are.includes("exact"));
}

/** A value of a distribution, its share, how it is written (a double may not hold all its digits), and the share as
 *  a fraction where it is exact. */
export type Share = [value: number, share: number, written: string, exact: Fraction | null];

/** Each value and its share, in ascending order; `~` before one that stands for its neighbours as well. */
export function sharesOf(of: Pick<Stat, "histogram" | "shares" | "binned"> & Partial<Stat>): Share[] {
  const about = isBinned(of) ? "~" : "";
  const weights = Object.entries(of.shares ?? of.histogram);
  const fractions = weights.map(([, weight]) =>
    typeof weight === "string" && weight.length <= LONGEST_SUMMED ? fractionOf(weight) : null,
  );
  const exact = fractions.every((one) => one !== null) ? fractions : null;
  const [over, under] = exact ? sum(exact) : [0n, 1n];
  const total = weights.reduce((all, [, weight]) => all + ratio(weight), 0);
  return weights
    .map(([value, weight], at): Share => {
      const share = exact && over ? lowest(exact[at]![0] * under, exact[at]![1] * over) : null;
      return [Number(value), total ? ratio(weight) / total : 0, about + value, share];
    })
    .sort(([one], [other]) => one - other);
}

/** A share of so many trials (null: it is exact), with how far off it may be: Wilson's interval, as in
 *  `Number.share` of simulate/counting/estimates.py. */
export function shareKnown(share: number, trials: number | null, exact: Fraction | null): Known {
  if (!trials) return { value: exact ? `${rounded(exact, 100, DIGITS)}%` : percent(share), beside: "" };
  const whole = trials + Z * Z;
  const middle = (share * trials + (Z * Z) / 2) / whole;
  const half = (Z * Math.sqrt(share * trials * (1 - share) + (Z * Z) / 4)) / whole;
  const ci95: Interval = [share > 0 ? middle - half : 0, share < 1 ? middle + half : 1];
  return rateKnown({ rate: share, ci95, exact: null });
}

/** How many trials had a value; null where the answer is exact. */
export function observed({ exact, histogram }: Pick<Stat, "exact" | "histogram">): number | null {
  return exact === null ? Object.values(histogram).reduce<number>((sum, count) => sum + Number(count), 0) : null;
}

/** About how many columns a text takes: East Asian characters two. */
export function columns(name: string): number {
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0)! >= 0x1100 ? 2 : 1;
  return sum;
}
