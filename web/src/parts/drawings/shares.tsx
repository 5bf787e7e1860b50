// Shares as bars, one below the other, each with its interval.
//
// What comes in: rows by name, and perhaps what they are held against; whether they are to be told apart, and so
// drawn as dots on a scale of their own; whether they are rates, or numbers of another sort (then with dots).  What
// goes out: a drawing.

import { axisX, axisY, barX, dot, gridX, ruleX, ruleY, text, type PlotOptions } from "@observablehq/plot";

import { Picture } from "./charts";
import { columns } from "../numbers";
import type { Rate } from "../types";

export interface Share extends Rate {
  name: string;
}

const LETTER = 7.4;
const WIDEST = 0.5; // of the picture, for names

export function Shares(props: {
  title: string;
  rows: readonly Share[];
  against?: Share;
  dots?: boolean;
  percent?: boolean;
}) {
  const { title, rows, against, dots, percent = true } = props;
  const scale = percent ? 100 : 1;
  const known = rows.flatMap(({ name, rate, ci95 }, at) =>
    rate === null ? [] : [{ at: String(at), name, rate: scale * rate, low: scale * (ci95?.[0] ?? rate), high: scale * (ci95?.[1] ?? rate) }],
  );
  if (!known.length) return null;
  const names = new Map(known.map(({ at, name }) => [at, name]));
  const options = (width: number): PlotOptions => {
    const room = Math.min(Math.max(...known.map((row) => columns(row.name))) * LETTER + 12, width * WIDEST);
    return {
      height: 56 + 26 * known.length,
      marginTop: against ? 24 : 8,
      marginLeft: room,
      marginRight: 14,
      marginBottom: 30,
      x: dots
        ? { label: null, domain: percent ? apart(known, 0.5, [0, 100]) : apart(known, 0.01), nice: true }
        : { label: null, domain: [Math.min(...known.map((row) => row.low), 0), Math.max(...known.map((row) => row.high), 1)], nice: true },
      y: { type: "band", domain: known.map((row) => row.at), label: null, padding: 0.3 },
      marks: [
        gridX({ ticks: width / 90, stroke: "var(--line)", strokeOpacity: 1 }),
        axisX({ ticks: width / 90, tickSize: 0, label: null, tickFormat: (value: number) => (percent ? `${value}%` : String(value)) }),
        axisY({
          tickSize: 0,
          label: null,
          tickFormat: (at: string) => names.get(at) ?? "",
          textOverflow: "ellipsis",
          lineWidth: room / 12,
        }),
        ...(dots ? [] : [barX(known, { y: "at", x: "rate", fill: "var(--bar)", fillOpacity: 0.75, rx: 3 })]),
        ruleY(known, { y: "at", x1: "low", x2: "high", stroke: "var(--ink-soft)", strokeWidth: 1.5 }),
        ...(dots ? [dot(known, { y: "at", x: "rate", fill: "var(--bar)", r: 5 })] : []),
        ...(against?.rate == null
          ? []
          : [
              ruleX([scale * against.rate], { stroke: "var(--ink)", strokeDasharray: "4 3" }),
              text([scale * against.rate], {
                x: (value: number) => value,
                frameAnchor: "top",
                textAnchor: "start",
                dx: 4,
                dy: -12,
                text: () => against.name,
                fill: "var(--ink-soft)",
              }),
            ]),
      ],
    };
  };
  return <Picture options={options} title={title} />;
}

/** From the least to the greatest, and a little beyond: something also where all are the same. */
function apart(
  rows: readonly { low: number; high: number }[],
  fewest: number,
  [first, last] = [-Infinity, Infinity],
): [number, number] {
  const least = Math.min(...rows.map((row) => row.low));
  const greatest = Math.max(...rows.map((row) => row.high));
  const beyond = Math.max((greatest - least) / 20, fewest);
  return [Math.max(least - beyond, first), Math.min(greatest + beyond, last)];
}
