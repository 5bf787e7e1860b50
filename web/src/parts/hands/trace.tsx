// A trial to step through: what happened, and how the table looked after each step.
//
// What comes in: a trace (steps, and where the cards lay before the first) and the deck's kinds.  What goes
// out: a player with buttons, a slider, the list of steps and the zones as a table.  Arrow keys, Home and End
// go through it.  Which cards lie in a zone is worked out here from the moves; the order is that of arrival.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Card, hueOf, zoneName } from "./cards";
import type { Kind, Piles, Trace } from "../types";
import { t, tn } from "../words";
import "./trace.css";

const MOST_SINGLE = 14; // more cards of a zone are shown by kind

/** By zone, the kinds of the cards in it, as they came. */
type Table = number[][];

/** The tables before the first step and after each. */
export function tablesOf(trace: Trace): Table[] {
  const tables: Table[] = [laid(trace.start)];
  for (const step of trace.steps) {
    const before = tables[tables.length - 1]!;
    if (step.table) {
      tables.push(laid(step.table));
      continue;
    }
    if (!step.cards || step.from === undefined || step.to === undefined) {
      tables.push(before);
      continue;
    }
    const after = [...before];
    const from = (after[step.from] = [...(after[step.from] ?? [])]);
    for (const card of step.cards) {
      const at = from.indexOf(card);
      if (at >= 0) from.splice(at, 1);
    }
    after[step.to] = [...(after[step.to] ?? []), ...step.cards];
    tables.push(after);
  }
  return tables;
}

function laid(piles: Piles): Table {
  return piles.map((zone) => zone.flatMap(([kind, many]) => Array<number>(many).fill(kind)));
}

export function TracePlayer({ trace, kinds, title }: { trace: Trace; kinds: Kind[]; title: string }) {
  const [at, setAt] = useState(0);
  const tables = useMemo(() => tablesOf(trace), [trace]);
  const list = useRef<HTMLOListElement>(null);
  const last = trace.steps.length;
  useEffect(() => setAt(0), [trace]);
  useEffect(() => {
    // The list scrolls by itself; the page stays where it is.
    const item = list.current?.children[at - 1] as HTMLElement | undefined;
    if (!list.current) return;
    list.current.scrollTop = (item?.offsetTop ?? 0) - list.current.clientHeight / 2;
  }, [at]);

  const go = (where: number) => setAt(Math.max(0, Math.min(last, where)));
  const move = (by: number) => setAt((before) => Math.max(0, Math.min(last, before + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const ways: Record<string, () => void> = {
      ArrowLeft: () => move(-1),
      ArrowRight: () => move(1),
      Home: () => go(0),
      End: () => go(last),
    };
    const way = Object.hasOwn(ways, event.key) ? ways[event.key] : undefined;
    if (!way) return;
    event.preventDefault();
    way();
  };

  const step = at ? trace.steps[at - 1]! : null;
  return (
    <div class="trace" role="group" aria-label={title} onKeyDown={onKeyDown}>
      <div class="trace-controls">
        <div class="trace-buttons">
          <button type="button" onClick={() => go(0)} disabled={at === 0} aria-label={t("First step")}>
            <Arrow d="M5 4v12M15 4l-7 6 7 6z" />
          </button>
          <button type="button" onClick={() => move(-1)} disabled={at === 0} aria-label={t("Step back")}>
            <Arrow d="M14 4l-8 6 8 6z" />
          </button>
          <button type="button" class="primary" onClick={() => move(1)} disabled={at === last}>
            {t("Next step")}
            <Arrow d="M6 4l8 6-8 6z" />
          </button>
          <button type="button" onClick={() => go(last)} disabled={at === last} aria-label={t("Last step")}>
            <Arrow d="M15 4v12M5 4l7 6-7 6z" />
          </button>
        </div>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={t("Step")}
          aria-valuetext={step ? step.text.trim() : t("before the first step")}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        <p class="trace-place">{t("Step {step} of {last}", { step: at, last })}</p>
      </div>
      <p class={`trace-now ${step ? kindOf(step.what) : ""}`} aria-live="polite">
        {step ? step.text.trim() : t("Before the first step: nothing has been drawn.")}
      </p>
      <div class="trace-parts">
        <TableView
          zones={trace.zones}
          table={tables[at]!}
          moved={step && !step.table ? (step.cards ?? []) : []}
          to={step?.to}
          kinds={kinds}
        />
        <ol class="trace-steps" ref={list} tabIndex={0} aria-label={t("All steps")}>
          {trace.steps.map((one, index) => (
            <li
              class={`${kindOf(one.what)}${index + 1 === at ? " current" : ""}`}
              aria-current={index + 1 === at ? "step" : undefined}
              onClick={() => go(index + 1)}
            >
              {one.text.trim()}
            </li>
          ))}
          {trace.cut && <li class="soft">{t("The rest of the trial is not shown.")}</li>}
        </ol>
      </div>
    </div>
  );
}

function Arrow({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d={d} fill="currentColor" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" />
    </svg>
  );
}

/** What a step is, as far as its look goes. */
function kindOf(what: string): string {
  if (what === "draw" || what === "turn") return "head";
  if (what === "activate") return "done";
  if (what === "move") return "move";
  if (what === "notice") return "bad";
  return "quiet";
}

/** The zones, a row each: how many cards, and which; what has just come is marked. */
function TableView(props: { zones: string[]; table: Table; moved: number[]; to?: number; kinds: Kind[] }) {
  const { zones, table, moved, to, kinds } = props;
  return (
    <table class="zones">
      <caption class="visually-hidden">{t("The table after this step")}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{t("Zone")}</th>
          <th scope="col">{t("Cards")}</th>
        </tr>
      </thead>
      <tbody>
        {zones.map((zone, index) => {
          const cards = table[index] ?? [];
          return (
            <tr>
              <th scope="row">
                <span class="zone-letter">{zone}</span>
                <span class="zone-count">{cards.length}</span>
                <span class="zone-name">{zoneName(zone)}</span>
              </th>
              <td>
                <ZoneCards cards={cards} moved={index === to ? moved.length : 0} kinds={kinds} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function ZoneCards({ cards, moved, kinds }: { cards: number[]; moved: number; kinds: Kind[] }) {
  if (!cards.length) return <span class="soft">{t("empty")}</span>;
  const fresh = cards.slice(cards.length - moved);
  if (cards.length <= MOST_SINGLE) {
    return (
      <ul class="cards zone-cards">
        {cards.map((card, at) => (
          <li>
            <Card small kind={kinds[card]!} hue={hueOf(card)} moved={at >= cards.length - moved} />
          </li>
        ))}
      </ul>
    );
  }
  const many = new Map<number, number>();
  for (const card of cards) many.set(card, (many.get(card) ?? 0) + 1);
  return (
    <details class="pile" open={matchMedia("(min-width: 52rem)").matches}>
      <summary>{tn("One kind", "{number} kinds", many.size)}</summary>
      <ul class="cards zone-cards">
        {[...many]
          .sort(([one], [other]) => one - other)
          .map(([card, count]) => (
            <li>
              <Card
                small
                kind={kinds[card]!}
                hue={hueOf(card)}
                count={count}
                moved={fresh.includes(card)}
              />
            </li>
          ))}
      </ul>
    </details>
  );
}
