// The JSON report (`yispc --json`), as the pages read it: see docs/results.md.

export type Interval = [number, number];

export interface Rate {
  rate: number | null;
  ci95: Interval | null;
  exact: string | null;
}

export interface Mean {
  mean: number | null;
  ci95: Interval | null;
  exact: string | null;
}

/** How a number differs from that of another deck. */
export interface Figure extends Mean {
  what: "success" | "score" | "combo" | "watch" | "stat";
  name: string | null;
}

export interface NamedRate extends Rate {
  name: string;
  best?: number | null;
  best_ci95?: Interval | null;
}

/** By value: in how many trials it came up or, in an exact answer, how probable it is. */
export type Weights = Record<string, number | string>;

export interface Score extends Mean {
  se: number | null;
  sd: number | null;
  bounds: [number | null, number | null];
  histogram: Weights;
  /** Whether the values lay too far apart to be counted apart: then each is about so much. */
  binned?: boolean;
  /** By value: its share, where trials are weighted and the histogram does not tell. */
  shares?: Record<string, number>;
}

export interface Stat extends Score {
  min: number | null;
  max: number | null;
  quantiles: Record<string, number | null>;
  quantiles_are: string;
  defined: number | null; // the share of the trials that had a value
}

export interface Line {
  slope: number;
  slope_se: number | null;
  intercept: number;
}

export interface Relation {
  x: string;
  y: string;
  count: number | null;
  correlation: number | null;
  correlation_se: number | null;
  linear: Line | null;
  logistic: Line | null;
  bins: { from: number; to: number; x: number; mean: number; se: number | null; share: number }[];
}

export interface EffectUse {
  card: string;
  effect: number;
  per_trial: number | null;
  per_trial_ci95: Interval | null;
  share: number | null;
  ci95: Interval | null;
}

export interface Deal {
  seats: string[];
  tries: { hands: Mean[] };
  vetoes: (number | null)[];
  vetoes_ci95: (Interval | null)[];
  solutions: number | null;
  solutions_ci95: Interval | null;
  conflicts: Record<string, number>;
  conflicts_ci95: Record<string, Interval | null>;
}

export interface Verdict {
  text: string;
  value: number | string | null;
  holds: boolean | null; // null: the run was ended before
}

export interface Goal extends Mean {
  name: string;
}

/** A topic under one policy. */
export interface Played {
  name?: string;
  policy?: string;
  goal?: Goal;
  bound?: "exact" | "at-least" | "at-most" | null;
  method: "exact" | "sample";
  trials: number | null;
  success: Rate;
  score: Score;
  combos: NamedRate[];
  watch: NamedRate[];
  stats: Record<string, Stat>;
  relations: Relation[];
  effects: EffectUse[];
  deal?: Deal;
  reason: string | null;
  expect?: Verdict[];
}

export interface PolicyDifference extends Mean {
  of: string;
  to: string;
}

export interface ChoiceCost {
  taken: { card: string; effect: number };
  better: { card: string; effect: number } | null;
  times: number;
  trials: number;
  loss: number;
  ci95: Interval | null;
  often_ci95: Interval | null;
  /** The first one in which it cost most. */
  trial: number;
}

/** A topic under several policies. */
export interface Several {
  name: string;
  policies: Played[];
  differences: PolicyDifference[];
  costs?: ChoiceCost[];
}

export type Topic = (Played & { name: string }) | Several;

export interface Report {
  yisp: string;
  deck: { file: string; cards: number; aside?: number; kinds: number; counts?: Record<string, number> };
  seed: number;
  target: string;
  topics: Topic[];
  set?: Record<string, number>;
  seconds: { compile: number; run: number };
}

/** A topic's results, one for each policy. */
export function playedOf(topic: Topic): Played[] {
  return "policies" in topic ? topic.policies : [topic];
}

// What the pages know besides: cards, sample hands and traces (yisp/page/data.py).

export interface Kind {
  name: string;
  /** Where its picture is, if the user has one: an address of our own server, or the picture itself. */
  picture?: string;
  description: string | null;
  attributes: string[];
  count: number;
}

/** The opening cards of one zone, as indices of kinds; of a seat's hand, what the seat is called. */
export interface Hand {
  zone: string;
  seat?: string;
  cards: number[];
}

/** By zone: kinds, each with how many cards of it there are. */
export type Piles = [number, number][][];

/** One thing that happened; what moved are indices of kinds, from one zone's index to another's.  `table` is
 *  where the cards lie after it, if that is not what the moves say. */
export interface Step {
  what: string;
  text: string;
  cards?: number[];
  from?: number;
  to?: number;
  table?: Piles;
}

/** A trial as steps: where the cards lay before the first, and what happened. */
export interface Trace {
  zones: string[];
  start: Piles;
  steps: Step[];
  cut: boolean;
}

/** A trial that is shown: what was drawn, what came of it and, where something was played, its course. */
export interface Sample {
  trial: number;
  /** null where nothing counts as a success */
  success: boolean | null;
  score: number;
  combos: string[];
  watch: string[];
  stats: Record<string, number | null>;
  hands: Hand[];
  trace: Trace | null;
  command: string;
}

/** One thing that a combo asks for. */
export type Want =
  | { zone: string; cards: { name: string; number: string }[] }
  | { condition: string }
  | { score: string };

/** By combo: what it asks for. */
export type Wants = Record<string, Want[]>;

/** What is said about a line of the deck. */
export interface Told {
  code: string;
  text: string;
  file: string;
  line: number | null;
  column: number | null;
  source: string | null;
}

/** A doubt about the deck's text; `mark` are the places in `source`, counted in characters, between which it
 *  is. */
export interface ToldWarning extends Told {
  hint: string | null;
  mark: [number, number] | null;
}

/** A notice of a topic, in words. */
export interface ToldNotice extends Told {
  /** On one line: to whom it happened, what, and in how many games. */
  short: string;
  /** Of the trials in which it happened. */
  share: number | null;
  often: string;
  command: string | null;
}
