// What is each card worth?  What one copy more and one copy less of each card does.
//
// What comes in: the JSON of `yispc sensitivity` of one topic.  What goes out: a drawing, and a table whose
// numbers can be taken over.

import { dot, ruleY, text, type PlotOptions } from "@observablehq/plot";
import { useState } from "preact/hooks";

import { isRateOf, titleOf } from "../figures";
import { ChangeMark, changeText, directionOf } from "../found/change";
import { aroundNothing, Picture } from "../drawings/charts";
import { meanKnown, rateKnown } from "../numbers";
import type { Figure, Played } from "../types";
import { Head } from "../tables";
import { t, tn } from "../words";
import { Choice } from "./choice";
import type { PanelKind, Wishes } from "./kinds";
import { saidOf } from "./said";

interface Change {
  card: string;
  copies: number;
  by: number;
  reason: string | null;
  trials: number | null;
  figures: Figure[];
}

interface WorthTopic {
  name: string;
  method: string;
  trials: number | null;
  deck: Played;
  /** All cards, the one that matters most first. */
  cards: string[];
  changes: Change[];
}

export interface WorthContent {
  study: {
    seed: number;
    deck: { file: string };
    sensitivity: { filler: string | null; topics: [WorthTopic] };
  };
}

const MOST_DRAWN = 12;
const MOST_ROWS = 12;

export const worth: PanelKind<WorthContent> = {
  title: () => t("What is each card worth?"),
  of({ study }) {
    const [topic] = study.sensitivity.topics;
    return saidOf(study.deck.file, topic.name, topic.trials, study.seed);
  },
  answer: ({ study }) => answers(study.sensitivity.topics[0]),
  words({ study }) {
    const [topic] = study.sensitivity.topics;
    return rowsOf(topic).map(({ card, copies, more, less }) => {
      const values = { card, copies, more: effectOf(more, 0), less: effectOf(less, 0) };
      return less
        ? t("{card} ({copies}): one more {more}, one less {less}", values)
        : t("{card} ({copies}): one more {more}", values);
    });
  },
  table({ study }) {
    const [topic] = study.sensitivity.topics;
    return {
      head: ["card", "copies", "by", "what", "name", "trials", "value", "low", "high", "exact"],
      rows: topic.cards.flatMap((card) =>
        topic.changes
          .filter((change) => change.card === card)
          .flatMap((change) =>
            change.figures.map(({ what, name, mean, ci95, exact }) => [
              ...[card, change.copies, change.by, what, name, change.trials, mean],
              ...[ci95?.[0] ?? null, ci95?.[1] ?? null, exact],
            ]),
          ),
      ),
    };
  },
  data: ({ study }) => study,
  Body,
};

interface Row {
  card: string;
  copies: number;
  more: Change | undefined;
  less: Change | undefined;
}

function rowsOf(topic: WorthTopic): Row[] {
  const found = (card: string, by: number) => topic.changes.find((one) => one.card === card && one.by === by);
  return topic.cards.map((card) => {
    const [more, less] = [found(card, 1), found(card, -1)];
    return { card, copies: (more ?? less)!.copies, more, less };
  });
}

/** What helps most, and what is missed most: of a topic that says what is good. */
function answers(topic: WorthTopic): string[] {
  const known = topic.changes.filter((change) => change.figures.length > 0);
  const first = known[0]?.figures[0];
  if (!first || (first.what !== "success" && first.what !== "score")) return [];
  const best = (direction: "up" | "down") =>
    known
      .filter((change) => directionOf(change.figures[0]!) === direction)
      .sort((one, other) => Math.abs(other.figures[0]!.mean!) - Math.abs(one.figures[0]!.mean!))[0];
  const values = (change: Change) => ({ card: change.card, change: changeText(change.figures[0]!) });
  const [gain, loss] = [best("up"), best("down")];
  const said: string[] = [];
  if (gain) {
    said.push(
      gain.by > 0
        ? t("Most is gained by one more {card}: {change}.", values(gain))
        : t("Most is gained by one {card} less: {change}.", values(gain)),
    );
  } else if (topic.trials === null) said.push(t("No copy more or less of any card helps."));
  else said.push(t("No copy more or less of any card is known to help."));
  if (loss) {
    said.push(
      loss.by > 0
        ? t("Most is lost by one more {card}: {change}.", values(loss))
        : t("Most is lost by one {card} less: {change}.", values(loss)),
    );
  }
  return said;
}

function effectOf(change: Change | undefined, at: number): string {
  const figure = change?.figures[at];
  return figure ? changeText(figure) : "–";
}

function Body({ content, wishes }: { content: WorthContent; wishes: Wishes | null }) {
  const [at, choose] = useState(0);
  const [topic] = content.study.sensitivity.topics;
  const { filler } = content.study.sensitivity;
  const figures = topic.changes.find((change) => change.figures.length)?.figures ?? [];
  const shown = figures.filter((figure) => figure.what !== "score" || topic.deck.score.bounds[1] !== 1);
  const figure = shown[at] ?? shown[0];
  const place = figure ? figures.indexOf(figure) : 0;
  const rows = rowsOf(topic);
  const reasons = topic.changes.filter((change) => change.reason !== null);
  return (
    <>
      <Choice
        said={t("Figure")}
        texts={shown.map((one) => titleOf(one.what, one.name))}
        chosen={shown.findIndex((one) => one === figure)}
        choose={choose}
      />
      {figure && <Own topic={topic} figure={figure} />}
      {figure && <Drawn rows={rows.slice(0, MOST_DRAWN)} place={place} isRate={isRateOf(figure.what)} />}
      <Rows rows={rows.slice(0, MOST_ROWS)} place={place} wishes={wishes} />
      {rows.length > MOST_ROWS && (
        <details>
          <summary>{tn("{number} more card", "{number} more cards", rows.length - MOST_ROWS)}</summary>
          <Rows rows={rows.slice(MOST_ROWS)} place={place} wishes={wishes} />
        </details>
      )}
      <p class="soft">
        {filler === null
          ? t("No card fills the deck: a copy more or less also makes it larger or smaller.")
          : t("One more in the deck is one {card} less, and the other way round.", { card: filler })}
      </p>
      {reasons.map(({ card, by, reason }) => (
        <p class="soft">
          {by > 0
            ? t("{card}, one more: {reason}", { card, reason: reason! })
            : t("{card}, one less: {reason}", { card, reason: reason! })}
        </p>
      ))}
    </>
  );
}

/** What the deck as it is comes to. */
function Own({ topic, figure }: { topic: WorthTopic; figure: Figure }) {
  const { deck } = topic;
  const known =
    figure.what === "success"
      ? rateKnown(deck.success)
      : figure.what === "score"
        ? meanKnown(deck.score)
        : figure.what === "stat"
          ? meanKnown(deck.stats[figure.name!]!)
          : rateKnown([...deck.combos, ...deck.watch].find((one) => one.name === figure.name)!);
  return (
    <p class="how">
      {t("The deck as it is: {figure} {value} {beside}", { figure: titleOf(figure.what, figure.name), ...known })}
    </p>
  );
}

function Rows({ rows, place, wishes }: { rows: Row[]; place: number; wishes: Wishes | null }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("What is each card worth?")}>
      <table class="worth">
        <Head columns={[t("Card"), t("Copies"), t("one more"), t("one less")]} />
        <tbody>
          {rows.map(({ card, copies, more, less }) => (
            <tr>
              <th scope="row">{card}</th>
              <td class="n">{copies}</td>
              <Effect change={more} place={place} wishes={wishes} />
              <Effect change={less} place={place} wishes={wishes} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a change does; a click makes it. */
function Effect({ change, place, wishes }: { change: Change | undefined; place: number; wishes: Wishes | null }) {
  const figure = change?.figures[place];
  if (!change || !figure) return <td class="n">{change && change.reason === null ? "…" : ""}</td>;
  const { card, copies, by } = change;
  if (wishes?.countOf(card) !== copies) {
    return (
      <td class="n">
        <ChangeMark figure={figure} quiet />
      </td>
    );
  }
  return (
    <td class="n">
      <button type="button" class="take" onClick={() => wishes.setCount(card, copies + by)}>
        <span class="visually-hidden">
          {by > 0 ? t("One {card} more", { card }) : t("One {card} less", { card })}:{" "}
        </span>
        <ChangeMark figure={figure} quiet />
      </button>
    </td>
  );
}

/** From left to right what is lost and what is gained, the card that matters most on top. */
function Drawn({ rows, place, isRate }: { rows: Row[]; place: number; isRate: boolean }) {
  const scale = isRate ? 100 : 1;
  const points = rows.flatMap(({ card, more, less }) =>
    [more, less].flatMap((change) => {
      const figure = change?.figures[place];
      if (!figure || figure.mean === null) return [];
      return { card, by: change!.by, mean: scale * figure.mean, ci95: figure.ci95?.map((end) => scale * end) };
    }),
  );
  const unit = isRate ? ` · ${t("in points of a hundred")}` : "";
  const key = `● ${t("one more")}   ○ ${t("one less")}${unit}`;
  const names = rows.map((row) => row.card);
  const options = (width: number): PlotOptions => ({
    marginTop: 24,
    ...aroundNothing(names, width, 64 + 24 * rows.length, [
      text([key], { text: (words: string) => words, frameAnchor: "top-right", dy: -18, fill: "var(--ink-soft)" }),
      ruleY(
        points.filter((point) => point.ci95),
        {
          y: "card",
          x1: (point) => point.ci95![0]!,
          x2: (point) => point.ci95![1]!,
          stroke: "var(--bar)",
          strokeWidth: 3,
          strokeOpacity: 0.35,
        },
      ),
      dot(points, {
        y: "card",
        x: "mean",
        r: 5,
        stroke: "var(--bar)",
        strokeWidth: 2,
        fill: (point) => (point.by > 0 ? "var(--bar)" : "var(--sheet)"),
      }),
    ]),
  });
  return <Picture options={options} />;
}
