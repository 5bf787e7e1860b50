// The flow of trials from the hand to how they end: streams that part and meet again, step by step.
//
// What comes in: boxes by column and the streams between them (`_flow` of yisp/page/panels/panels.py).  What goes out: a
// drawing, and the same in numbers.  Names that are too long for it are cut short; on a narrow page it is
// wider than the page, and scrolls.

import { areaY, rect, text, type PlotOptions } from "@observablehq/plot";

import { Figure } from "./charts";
import { shareKnown } from "../numbers";
import { t } from "../words";

interface Box {
  name: string;
  end: "success" | "failure" | "other" | "nothing" | null;
  count: number;
}

export interface FlowData {
  /** From the top down. */
  columns: Box[][];
  /** From which column and box to which, and how many trials. */
  streams: [number, number, number, number, number][];
  /** Whether some lines go on beyond the last of them. */
  longer: boolean;
}

const GAP = 0.035; // between two boxes, as a share of all trials
const WIDE = 0.06; // of a box, as a part of a column
const HIGH = 260;
const LETTER = 12; // pixels of an em
const COLUMN = 105; // pixels of a column, at least
const THIN = 0.02; // the share of a box that has a name in the drawing
const HUES = ["var(--focus)", "var(--warn)", "var(--accent)", "var(--line-strong)"];
const ENDS = { success: "var(--bar)", failure: "var(--bad)", other: "var(--line-strong)", nothing: "var(--line-strong)" };

interface Placed extends Box {
  x: number;
  top: number;
  share: number;
  hue: string;
}

/** Where each box stands, from 1 downwards; columns hang from the top. */
function placed({ columns }: FlowData, trials: number): Placed[][] {
  const names = [...new Set(columns.flat().filter((box) => !box.end).map((box) => box.name))];
  return columns.map((column, x) => {
    let top = 1;
    return column.map((box) => {
      const share = box.count / trials;
      const hue = box.end ? ENDS[box.end] : HUES[names.indexOf(box.name) % HUES.length]!;
      const found = { ...box, x, top, share, hue };
      top -= share + GAP;
      return found;
    });
  });
}

function drawn(data: FlowData, trials: number, width: number): PlotOptions {
  const columns = placed(data, trials);
  const boxes = columns.flat();
  const lowest = Math.min(...boxes.map(({ top, share }) => top - share));
  const [leaves, arrives] = [0, 1].map(() => columns.map((column) => column.map((box) => box.top))) as [
    number[][],
    number[][],
  ];
  const streams = data.streams.map(([from, at, to, place, count]) => {
    const share = count / trials;
    const [begin, end] = [leaves[from]![at]!, arrives[to]![place]!];
    leaves[from]![at]! -= share;
    arrives[to]![place]! -= share;
    const points = [
      { x: from + WIDE, low: begin - share, high: begin },
      { x: to, low: end - share, high: end },
    ];
    return areaY(points, {
      x: "x",
      y1: "low",
      y2: "high",
      curve: "bump-x",
      fill: columns[from]![at]!.hue,
      fillOpacity: 0.28,
    });
  });
  return {
    height: HIGH,
    marginTop: 4,
    marginBottom: 4,
    marginLeft: 0,
    marginRight: 0,
    x: { domain: [0, columns.length], axis: null },
    y: { domain: [lowest, 1], axis: null },
    marks: [
      ...streams,
      rect(boxes, {
        x1: "x",
        x2: (box: Placed) => box.x + WIDE,
        y1: (box: Placed) => box.top - box.share,
        y2: "top",
        fill: "hue",
      }),
      text(
        boxes.filter((box) => box.share >= THIN),
        {
          x: (box: Placed) => box.x + WIDE,
          y: (box: Placed) => box.top - box.share / 2,
          dx: 5,
          text: (box: Placed) => `${shareKnown(box.share, trials, null).value} ${box.name}`,
          textAnchor: "start",
          lineWidth: (width * (1 - WIDE)) / columns.length / LETTER - 1,
          textOverflow: "ellipsis",
          fill: "var(--ink)",
          stroke: "var(--sheet)",
          strokeWidth: 3,
        },
      ),
    ],
  };
}

export function Flow({ data, trials }: { data: FlowData; trials: number }) {
  const last = data.columns.length - 1;
  const rows = data.columns.flatMap((column, at) =>
    column.map((box) => {
      const { value, beside } = shareKnown(box.count / trials, trials, null);
      return [box.name, at < last && box.end !== "nothing" ? String(at + 1) : "–", `${value} ${beside}`];
    }),
  );
  return (
    <Figure
      title={t("From the hand to how it ends")}
      said={t("A stream is as wide as so many games went that way, activation by activation.")}
      options={(width) => drawn(data, trials, width)}
      least={data.columns.length * COLUMN}
      numbers={{ head: [t("What was played"), t("Activation"), t("Share")], rows }}
    >
      {data.longer && (
        <p class="soft">{t("Some lines are longer: their first {number} activations are drawn.", { number: last })}</p>
      )}
    </Figure>
  );
}
