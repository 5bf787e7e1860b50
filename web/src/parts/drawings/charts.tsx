// Charts: distributions, relations, curves, heat maps and differences, drawn by Observable Plot as SVG.
//
// What comes in: plain numbers.  What goes out: a figure that is drawn anew when its width changes, with a
// sentence that says what it shows and, behind a line to open, the numbers as a table: that is what a screen
// reader reads, since the picture is hidden from it.

import {
  areaY,
  axisX,
  axisY,
  cell,
  dot,
  gridX,
  gridY,
  line,
  plot,
  rectY,
  ruleX,
  ruleY,
  text,
  type Markish,
  type PlotOptions,
} from "@observablehq/plot";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { dotsApart } from "./dots";
import { knownOf, written, type Value } from "../figures";
import { columns, number, percent, shareKnown, significant, sum, type Fraction, type Share } from "../numbers";
import type { Interval, Line as Fit } from "../types";
import { Head } from "../tables";
import { t } from "../words";
import "./charts.css";

const NARROWEST = 220;
const MOST_APART = 12; // values that have a column and a label each
const MOST_BARS = 60;

/** A figure with a title, a picture and its numbers; a picture that needs `least` pixels scrolls where there are
 *  fewer. */
export function Figure(props: {
  title: string;
  said: string;
  options: (width: number) => PlotOptions;
  least?: number;
  numbers: { head: string[]; rows: string[][] };
  children?: ComponentChildren;
}) {
  const { title, said, options, least, numbers } = props;
  return (
    <figure class="chart">
      <figcaption>
        <span class="chart-title">{title}</span>
        {said && <span class="soft"> {said}</span>}
      </figcaption>
      {least === undefined ? (
        <Picture options={options} />
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label={title}>
          <div style={{ minWidth: `${least}px` }}>
            <Picture options={options} />
          </div>
        </div>
      )}
      {props.children}
      <Numbers {...numbers} title={title} />
    </figure>
  );
}

/** The picture itself, as wide as its place; `pick` is told where on the x axis somebody has clicked, `title`
 *  is what it is called where it stands alone. */
export function Picture(props: {
  options: (width: number) => PlotOptions;
  title?: string;
  pick?: ((x: number) => void) | null;
}) {
  const { options, pick, title } = props;
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(Math.floor(element.clientWidth), NARROWEST));
    measure();
    const watch = new ResizeObserver(() => requestAnimationFrame(measure));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!place.current || !width) return;
    const drawn = plot({ className: "plot", style: {}, ...options(width), width });
    // Plot brings a style element of its own, which the page's policy forbids; charts.css has its rules.
    for (const style of drawn.querySelectorAll("style")) style.remove();
    if (title) drawn.dataset["title"] = title;
    place.current.replaceChildren(drawn);
    if (pick) {
      drawn.addEventListener("click", (event) => {
        const { left, width: seen } = drawn.getBoundingClientRect();
        const at = ((event as MouseEvent).clientX - left) * (width / seen);
        pick(Number(drawn.scale("x")?.invert?.(at)));
      });
    }
  });
  return <div class={pick ? "picture picked" : "picture"} ref={place} aria-hidden="true" />;
}

function Numbers({ head, rows, title }: { head: string[]; rows: string[][]; title: string }) {
  return (
    <details class="numbers">
      <summary>
        {t("Numbers")}
        <span class="visually-hidden">: {title}</span>
      </summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <Head columns={head} />
          <tbody>
            {rows.map((row) => (
              <tr>
                {row.map((one, at) => (at ? <td class="n">{one}</td> : <th scope="row">{one}</th>))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** How a number is spread: `shares` are its values, ascending, with the share of each of so many `trials`. */
export function Distribution(props: {
  title: string;
  said?: string;
  shares: Share[];
  trials: number | null;
  mean: number | null;
}) {
  const { title, shares, trials, mean } = props;
  if (!shares.length) return null;
  const few = shares.length <= MOST_APART;
  const bars = few ? [] : binned(shares);
  const about = shares[0]![2].startsWith("~") ? "~" : "";
  const options = (width: number): PlotOptions =>
    few ? dotsApart(shares, trials, width) : barsInRow(bars, mean, width);
  const write = (share: number, exact: Fraction | null) => written(shareKnown(share, trials, exact));
  const rows = few
    ? shares.map(([, share, written, exact]) => [written, write(share, exact)])
    : bars.map(({ from, to, share, exact }) => [
        about + (from === to ? `${from}` : `${from} … ${to}`),
        write(share, exact),
      ]);
  return (
    <Figure
      title={title}
      said={[props.said, few && t("a dot is one game of a hundred")].filter(Boolean).join(" · ")}
      options={options}
      numbers={{ head: [t("Value"), t("Share")], rows }}
    />
  );
}

interface Bar {
  from: number;
  to: number;
  share: number;
  exact: Fraction | null;
}

/** Neighbouring values share a bar where there are more than fit. */
function binned(shares: Share[]): Bar[] {
  const least = shares[0]![0];
  const greatest = shares[shares.length - 1]![0];
  const width = Math.floor((greatest - least) / MOST_BARS) + 1;
  const bars = new Map<number, Share[]>();
  for (const one of shares) {
    const place = Math.floor((one[0] - least) / width);
    bars.set(place, [...(bars.get(place) ?? []), one]);
  }
  return [...bars].map(([place, of]) => {
    const exact = of.flatMap(([, , , share]) => (share ? [share] : []));
    return {
      from: least + place * width,
      to: least + (place + 1) * width - 1,
      share: of.reduce((all, [, share]) => all + share, 0),
      exact: exact.length === of.length ? sum(exact) : null,
    };
  });
}

function barsInRow(bars: Bar[], mean: number | null, width: number): PlotOptions {
  return {
    height: 190,
    marginTop: 22,
    marginBottom: 30,
    marginLeft: 44,
    marginRight: 8,
    x: { label: null, nice: false },
    y: { percent: true, label: null, zero: true, nice: true },
    marks: [
      gridY({ ticks: 4, stroke: "var(--line)", strokeOpacity: 1 }),
      rectY(bars, {
        x1: (bar: Bar) => bar.from - 0.5,
        x2: (bar: Bar) => bar.to + 0.5,
        y: "share",
        fill: "var(--bar)",
        inset: bars.length > 40 ? 0.25 : 0.75,
      }),
      ruleY([0], { stroke: "var(--line-strong)" }),
      axisY({ ticks: 4, tickSize: 0, tickFormat: (value: number) => `${value}%`, label: null }),
      axisX({ ticks: width / 70, tickSize: 4, label: null, tickFormat: plain }),
      ...(mean === null
        ? []
        : [
            ruleX([mean], { stroke: "var(--ink)", strokeDasharray: "4 3" }),
            text([mean], {
              x: (value: number) => value,
              frameAnchor: "top",
              dy: -14,
              text: () => t("mean {value}", { value: number(mean) }),
              fill: "var(--ink)",
            }),
          ]),
    ],
  };
}

function plain(value: number): string {
  return Math.abs(value) >= 10_000 ? value.toLocaleString("en", { notation: "compact" }) : String(Number(value.toPrecision(6)));
}

/** How y goes with x: means by x with their errors, and the line through them. */
export function Trend(props: {
  title: string;
  said: string;
  x: string;
  y: string;
  points: { x: number; mean: number; se: number | null; label: string }[];
  fit: Fit | null;
  logistic: boolean;
}) {
  const { points, fit, logistic, x, y } = props;
  if (!points.length) return null;
  const least = Math.min(...points.map((point) => point.x));
  const greatest = Math.max(...points.map((point) => point.x));
  const curve = fit
    ? Array.from({ length: 61 }, (_, at) => {
        const where = least + ((greatest - least) * at) / 60;
        const value = fit.intercept + fit.slope * where;
        return { x: where, y: logistic ? 1 / (1 + Math.exp(-value)) : value };
      })
    : [];
  const options = (): PlotOptions => ({
    height: 230,
    marginLeft: 48,
    marginBottom: 38,
    x: { label: x, nice: true },
    y: { label: y, nice: true },
    marks: [
      gridY({ stroke: "var(--line)", strokeOpacity: 1 }),
      axisX({ label: x, tickSize: 4, tickFormat: plain }),
      axisY({ label: y, tickSize: 0, tickFormat: plain }),
      ruleX(points, {
        x: "x",
        y1: (point) => point.mean - 1.96 * (point.se ?? 0),
        y2: (point) => point.mean + 1.96 * (point.se ?? 0),
        stroke: "var(--bar)",
        strokeOpacity: 0.6,
      }),
      line(curve, { x: "x", y: "y", stroke: "var(--ink-soft)", strokeDasharray: "4 3" }),
      dot(points, { x: "x", y: "mean", fill: "var(--bar)", r: 4 }),
    ],
  });
  return (
    <Figure
      title={props.title}
      said={props.said}
      options={options}
      numbers={{
        head: [x, y, t("standard error")],
        rows: points.map((point) => [
          point.label,
          significant(point.mean, point.se),
          point.se === null ? "–" : significant(point.se, point.se),
        ]),
      }}
    />
  );
}

/** What is known for one number of what varies. */
export interface Point extends Value {
  x: number;
  value: number;
}

export interface Cell extends Point {
  y: number;
}

export interface Series {
  name: string;
  points: Point[];
}

const DASHES = ["none", "6 3", "2 3", "8 3 2 3"]; // lines are told apart on paper, too
const HUES = ["var(--bar)", "var(--focus)", "var(--bad)", "var(--warn)"];

/** How figures go with one number that varies: lines, with a band where they are sampled; `here` is where one
 *  is. */
export function curveOptions(props: {
  x: string;
  series: Series[];
  isRate: boolean;
  here?: number;
}): (width: number) => PlotOptions {
  const { x, series, isRate, here } = props;
  const scale = isRate ? 100 : 1;
  const xs = xsOf(series);
  return (width) => ({
    height: 260,
    marginLeft: 52,
    marginBottom: 38,
    marginTop: 16,
    marginRight: 16,
    x: { label: x, inset: 12 },
    y: { nice: true, label: null },
    marks: [
      gridY({ ticks: 5, stroke: "var(--line)", strokeOpacity: 1 }),
      axisY({ ticks: 5, tickSize: 0, label: null, tickFormat: (value: number) => plain(value) + (isRate ? "%" : "") }),
      axisX({
        label: x,
        tickSize: 4,
        tickFormat: plain,
        ...(xs.length <= width / 40 ? { ticks: xs } : { ticks: width / 70 }),
      }),
      ...(here === undefined ? [] : [ruleX([here], { stroke: "var(--ink-soft)", strokeDasharray: "2 3" })]),
      ...series.flatMap((one, at) => {
        const hue = HUES[at % HUES.length]!;
        return [
          areaY(one.points, {
            x: "x",
            y1: (point) => scale * (point.ci95?.[0] ?? point.value),
            y2: (point) => scale * (point.ci95?.[1] ?? point.value),
            fill: hue,
            fillOpacity: 0.18,
          }),
          line(one.points, {
            x: "x",
            y: (point) => scale * point.value,
            stroke: hue,
            strokeWidth: 2,
            strokeDasharray: DASHES[at % DASHES.length]!,
          }),
          dot(one.points, {
            x: "x",
            y: (point) => scale * point.value,
            fill: hue,
            r: (point) => (point.x === here ? 6 : 4),
          }),
        ];
      }),
    ],
  });
}

function xsOf(series: Series[]): number[] {
  const all = series.flatMap((one) => one.points.map((point) => point.x));
  return [...new Set(all)].sort((one, other) => one - other);
}

/** What a point says: a rate or a mean, and how far off it may be where it was sampled. */
function saidOf(point: Point, isRate: boolean): string {
  const known = knownOf(isRate, point);
  return point.exact === null ? written(known) : known.value;
}

/** Figures by one number that varies. */
export function Curves(props: {
  title: string;
  said?: string;
  x: string;
  series: Series[];
  isRate: boolean;
}) {
  const { series, isRate } = props;
  const xs = xsOf(series);
  if (!xs.length) return null;
  const options = curveOptions(props);
  const rows = xs.map((x) => [
    String(x),
    ...series.map((one) => {
      const found = one.points.find((point) => point.x === x);
      return found ? saidOf(found, isRate) : "–";
    }),
  ]);
  return (
    <Figure
      title={props.title}
      said={props.said ?? ""}
      options={options}
      numbers={{ head: [props.x, ...series.map((one) => one.name)], rows }}
    >
      {series.length > 1 && (
        <ul class="legend" aria-hidden="true">
          {series.map((one, at) => (
            <li>
              <svg width="28" height="10">
                <line
                  x1="0"
                  x2="28"
                  y1="5"
                  y2="5"
                  stroke={HUES[at % HUES.length]}
                  stroke-width="3"
                  stroke-dasharray={DASHES[at % DASHES.length]}
                />
              </svg>
              {one.name}
            </li>
          ))}
        </ul>
      )}
    </Figure>
  );
}

/** A figure by two numbers that vary. */
export function HeatMap(props: {
  title: string;
  x: string;
  y: string;
  cells: Cell[];
  isRate: boolean;
}) {
  const { cells, isRate } = props;
  if (!cells.length) return null;
  const xs = [...new Set(cells.map((one) => one.x))].sort((one, other) => one - other);
  const ys = [...new Set(cells.map((one) => one.y))].sort((one, other) => one - other);
  const values = cells.map((one) => one.value);
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const options = (width: number): PlotOptions => {
    const [written, apart] = [width / xs.length >= 46, width / xs.length >= 100];
    const write = (one: Cell) => {
      if (one.ci95 === null && isRate) return percent(one.value, 1);
      return apart ? saidOf(one, isRate) : knownOf(isRate, one).value;
    };
    return {
      height: Math.min(48 + 34 * ys.length, 520),
      marginLeft: 48,
      marginBottom: 38,
      x: { type: "band", domain: xs, label: props.x, padding: 0.06 },
      y: { type: "band", domain: [...ys].reverse(), label: props.y, padding: 0.06 },
      marks: [
        cell(cells, {
          x: "x",
          y: "y",
          fill: "var(--bar)",
          fillOpacity: (one) => 0.08 + (0.62 * (one.value - least)) / span,
          rx: 4,
        }),
        ...(written
          ? [text(cells, { x: "x", y: "y", text: write, fill: "var(--ink)" })]
          : []),
        axisX({ tickSize: 0, label: props.x }),
        axisY({ tickSize: 0, label: props.y }),
      ],
    };
  };
  const at = new Map(cells.map((one) => [`${one.x} ${one.y}`, one]));
  const rows = ys.map((y) => [
    String(y),
    ...xs.map((x) => {
      const one = at.get(`${x} ${y}`);
      return one === undefined ? "–" : saidOf(one, isRate);
    }),
  ]);
  return (
    <Figure
      title={props.title}
      said=""
      options={options}
      numbers={{ head: [`${props.y} \\ ${props.x}`, ...xs.map(String)], rows }}
    />
  );
}

/** Differences from a first side: how far each is from nothing, and its interval. */
export function Differences(props: {
  title: string;
  said?: string;
  rows: { name: string; mean: number; ci95: Interval | null; text: string }[];
  isRate: boolean;
}) {
  const { rows, isRate } = props;
  if (!rows.length) return null;
  const scale = isRate ? 100 : 1;
  const names = rows.map((row) => row.name);
  const options = (width: number): PlotOptions =>
    aroundNothing(names, width, 40 + 28 * rows.length, [
      ruleY(
        rows.filter((row) => row.ci95),
        {
          y: "name",
          x1: (row) => scale * row.ci95![0],
          x2: (row) => scale * row.ci95![1],
          stroke: "var(--bar)",
          strokeWidth: 3,
          strokeOpacity: 0.45,
        },
      ),
      dot(rows, { y: "name", x: (row) => scale * row.mean, fill: "var(--bar)", r: 5 }),
    ]);
  return (
    <Figure
      title={props.title}
      said={props.said ?? ""}
      options={options}
      numbers={{ head: [t("Figure"), t("Difference")], rows: rows.map((row) => [row.name, row.text]) }}
    />
  );
}

/** Marks in rows by name, on a scale that goes from nothing to both sides. */
export function aroundNothing(
  names: readonly string[],
  width: number,
  height: number,
  marks: readonly Markish[],
): PlotOptions {
  const room = Math.min(Math.max(...names.map(columns)) * 7.4 + 12, width * 0.42);
  return {
    height,
    marginLeft: room,
    marginRight: 14,
    marginBottom: 34,
    x: { label: null, nice: true, inset: 8 },
    y: { type: "band", domain: names, label: null },
    marks: [
      gridX({ ticks: width / 90, stroke: "var(--line)", strokeOpacity: 1 }),
      axisX({ ticks: width / 90, tickSize: 0, label: null, tickFormat: signed }),
      axisY({ tickSize: 0, label: null, textOverflow: "ellipsis", lineWidth: room / 12 }),
      ruleX([0], { stroke: "var(--line-strong)" }),
      ...marks,
    ],
  };
}

function signed(value: number): string {
  return value > 0 ? `+${plain(value)}` : value < 0 ? `−${plain(-value)}` : "0";
}
