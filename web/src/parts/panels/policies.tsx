// Fixed order or best play?  The same topic played in the written order, as well as can be, and by somebody who
// knows what comes; and the choices that cost most, each with a hand that shows it.
//
// What comes in: the JSON of `yispc --policy greedy,best,hindsight` of one topic, and hands.  What goes out: a
// drawing, a table, the choices.

import { Shares } from "../drawings/shares";
import { changeText, directionOf } from "../found/change";
import { knownOf, titleOf, written } from "../figures";
import { number, rateKnown, whole, type Known } from "../numbers";
import type { ChoiceCost, Figure, Kind, Mean, Played, PolicyDifference, Report, Several, Topic } from "../types";
import { Head } from "../tables";
import { t, tn } from "../words";
import { HandToStep, type Dealt } from "./hand";
import type { PanelKind, Wishes } from "./kinds";
import { saidOf } from "./said";

export interface PoliciesContent {
  study: Report;
  /** What was drawn in the trials of the topic's first costs. */
  examples: Dealt[][];
}

const SUCCESS = "success";

const FEWEST = 20; // trials that tell something

export const policies: PanelKind<PoliciesContent> = {
  before: (report, topic) => (isFixed(topic) ? { study: { ...report, topics: [topic] }, examples: [] } : null),
  title: () => t("Fixed order or best play?"),
  of(content) {
    const topic = topicOf(content);
    return saidOf(content.study.deck.file, topic.name, topic.policies[0]!.trials, content.study.seed);
  },
  answer(content) {
    const topic = topicOf(content);
    const [fixed, ...others] = topic.policies;
    if (others.length) return answers(topic);
    return [t("The written order comes to {fixed}. Best play is being looked for.", { fixed: inSentence(fixed!) })];
  },
  words(content) {
    const topic = topicOf(content);
    return [
      ...topic.policies.map((played) =>
        [`${nameOf(played)}: ${written(goalOf(played))}`, boundOf(played), gapText(topic, played)]
          .filter(Boolean)
          .join(", "),
      ),
      ...costsOf(topic).map(saidOfCost),
    ];
  },
  table(content) {
    const topic = topicOf(content);
    return {
      head: ["what", "policy", "to", "goal", "bound", "trials", "value", "low", "high", "exact", "taken", "better", "times"],
      rows: [
        ...topic.policies.map((played) => [
          ...["policy", played.policy ?? null, null, played.goal!.name, played.bound ?? null, played.trials],
          ...[played.goal!.mean, ...ends(played.goal!), null, null, null],
        ]),
        ...topic.differences.map((gap) => [
          ...["difference", gap.of, gap.to, topic.policies[0]!.goal!.name, null, topic.policies[0]!.trials],
          ...[gap.mean, ...ends(gap), null, null, null],
        ]),
        ...costsOf(topic).map((cost) => [
          ...["choice", "greedy", null, topic.policies[0]!.goal!.name, null, cost.trials, cost.loss],
          ...[null, null, null, effectName(cost.taken), betterOf(cost), cost.times],
        ]),
      ],
    };
  },
  data: ({ study }) => study,
  Body,
};

/** Whether it is played in the written order alone. */
function isFixed(topic: Topic): topic is Played & { name: string } {
  return !("policies" in topic) && (topic.policy ?? "greedy") === "greedy" && topic.score.mean !== null;
}

function topicOf({ study }: PoliciesContent): Several {
  const [topic] = study.topics;
  if (!isFixed(topic!)) return topic as Several;
  const { mean, ci95, exact } = topic.score;
  const played = { ...topic, policy: "greedy", goal: { name: "score", mean, ci95, exact } };
  return { name: topic.name, policies: [played], differences: [] };
}

function costsOf(topic: Several): ChoiceCost[] {
  return topic.costs ?? [];
}

function ends({ ci95, exact }: Mean) {
  return [ci95?.[0] ?? null, ci95?.[1] ?? null, exact];
}

function goalOf(played: Played): Known {
  const { name, mean, ci95, exact } = played.goal!;
  return knownOf(name === SUCCESS, { value: mean, ci95, exact });
}

/** As it is said: with how far off it may be, but without its fraction. */
function inSentence(played: Played): string {
  const known = goalOf(played);
  return played.goal!.exact === null ? written(known) : known.value;
}

/** What a policy is called, who it stands for. */
function nameOf({ policy }: Played): string {
  if (policy === "greedy") return t("The written order");
  if (policy === "best") return t("Best play");
  return t("Who knows what comes");
}

function boundOf({ bound }: Played): string {
  if (bound === "at-least") return t("at least");
  if (bound === "at-most") return t("at most");
  return "";
}

/** By how much a policy is above the one before it. */
function gapOf(topic: Several, { policy }: Played): PolicyDifference | undefined {
  return topic.differences.find((one) => one.of === policy);
}

/** By how much the first is above the other, if that is known: they may not have been asked for side by side. */
function between(topic: Several, above: Played, below: Played): PolicyDifference | undefined {
  const pair = { of: above.policy!, to: below.policy! };
  const [mine, theirs] = [above.goal!, below.goal!];
  if (mine.exact !== null && theirs.exact !== null) {
    const mean = mine.exact === theirs.exact ? 0 : mine.mean! - theirs.mean!;
    return { ...pair, mean, ci95: null, exact: mine.exact }; // which is asked only whether there is one
  }
  for (const { of, to, mean, ci95, exact } of topic.differences) {
    if (of === pair.of && to === pair.to) return { of, to, mean, ci95, exact };
    if (of === pair.to && to === pair.of) {
      return { ...pair, mean: mean && -mean, ci95: ci95 && [-ci95[1], -ci95[0]], exact };
    }
  }
  return undefined;
}

function asFigure(topic: Several, { mean, ci95, exact }: PolicyDifference): Figure {
  const what = topic.policies[0]!.goal!.name === SUCCESS ? "success" : "score";
  return { what, name: null, mean, ci95, exact };
}

function gapText(topic: Several, played: Played): string {
  const gap = gapOf(topic, played);
  return gap ? changeText(asFigure(topic, gap)) : "";
}

export function effectName({ card, effect }: { card: string; effect: number }): string {
  return `${card}[${effect}]`;
}

function betterOf({ better }: ChoiceCost): string {
  return better ? effectName(better) : t("stopping");
}

function saidOfCost(cost: ChoiceCost): string {
  return t("{taken} where {better} is better: {loss} each time, {times} times a game", {
    taken: effectName(cost.taken),
    better: betterOf(cost),
    loss: number(cost.loss),
    times: number(cost.times / cost.trials),
  });
}

export function answers(topic: Several): string[] {
  const [fixed, best] = ["greedy", "best"].map((policy) => topic.policies.find((one) => one.policy === policy));
  if (!fixed || !best) return [];
  if (best.trials !== null && best.trials < FEWEST) {
    return [tn("{number} game was played so far, which tells too little.", "{number} games were played so far, which tells too little.", best.trials)];
  }
  const values = { fixed: inSentence(fixed), best: inSentence(best) };
  const gap = between(topic, best, fixed);
  const said: string[] = [];
  const direction = gap ? directionOf(asFigure(topic, gap)) : "unclear";
  if (!gap) said.push(t("Best play comes to {best}, the written order to {fixed}.", values));
  else if (direction === "up") {
    const change = changeText(asFigure(topic, gap));
    said.push(t("Best play brings {change}: {best}, where the written order comes to {fixed}.", { ...values, change }));
  } else if (direction === "same") said.push(t("The written order is as good as best play: {fixed}.", values));
  else if (direction === "down") said.push(t("The written order is no worse than best play: {fixed}, against {best}.", values));
  else said.push(t("Best play is not known to be better than the written order: {best}, against {fixed}.", values));
  const bound = topic.policies.find((one) => one.policy === "hindsight" && (one.bound === "at-most" || one.bound === "exact"));
  if (bound) said.push(t("More than {bound} is out of reach, even for who knows what comes.", { bound: inSentence(bound) }));
  const [cost] = costsOf(topic);
  if (cost && direction === "up") {
    said.push(t("The choice that costs most: {taken} where {better} is better.", { taken: effectName(cost.taken), better: betterOf(cost) }));
  }
  return said;
}

function Body({ content, kinds, wishes }: { content: PoliciesContent; kinds: Kind[]; wishes: Wishes | null }) {
  const topic = topicOf(content);
  const { name } = topic.policies[0]!.goal!;
  const title = titleOf(name, name);
  const rows = topic.policies.map((played) => {
    const { mean, ci95, exact } = played.goal!;
    return { name: nameOf(played), rate: mean, ci95, exact };
  });
  return (
    <>
      <p class="chart-title">{title}</p>
      <Shares title={title} rows={rows} dots percent={name === SUCCESS} />
      <div class="scroll" tabIndex={0} role="region" aria-label={t("Policies")}>
        <table class="wraps players">
          <caption class="visually-hidden">{t("Policies")}</caption>
          <Head columns={[t("Who plays"), title, t("Gained"), t("Succeeds")]} />
          <tbody>
            {topic.policies.map((played) => {
              const known = goalOf(played);
              const success = played.success.rate === null ? null : rateKnown(played.success);
              return (
                <tr>
                  <th scope="row">
                    {nameOf(played)} <span class="soft">{played.policy}</span>
                  </th>
                  <td class="n strong">
                    {boundOf(played) && <span class="soft">{boundOf(played)} </span>}
                    {known.value} <span class="beside">{known.beside}</span>
                  </td>
                  <td class="n">{gapText(topic, played)}</td>
                  <td class="n">
                    {success?.value ?? "–"} <span class="beside">{success?.beside}</span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Costs topic={topic} examples={content.examples} kinds={kinds} wishes={wishes} />
    </>
  );
}

/** The choices that cost most; each unfolds to a hand in which it was made. */
export function Costs(props: {
  topic: Several;
  examples: readonly Dealt[][];
  kinds: Kind[];
  wishes: Wishes | null;
}) {
  const { topic, examples, kinds, wishes } = props;
  const shown = costsOf(topic).slice(0, examples.length);
  if (!shown.length) return null;
  return (
    <>
      <p class="chart-title">
        {tn(
          "Choices of the written order that cost most, in {trials} trial",
          "Choices of the written order that cost most, in {trials} trials",
          shown[0]!.trials,
          { trials: whole(shown[0]!.trials) },
        )}
      </p>
      <ul class="failures choices">
        {shown.map((cost, at) => (
          <li>
            <details>
              <summary>
                <span class="failure">{saidOfCost(cost)}</span>
              </summary>
              <HandToStep
                key={cost.trial}
                trial={cost.trial}
                hands={examples[at]!}
                topic={topic.name}
                kinds={kinds}
                wishes={wishes}
                players={[
                  { said: t("In the written order"), policy: "greedy" },
                  { said: t("Best play"), policy: "best" },
                ]}
              />
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
