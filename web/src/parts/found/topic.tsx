// What was found about a topic, in the order in which a player asks: how often it works, what of it, how it is
// spread, what was played.
//
// What comes in: a topic's object of the JSON report.  What goes out: the part of the page about it; `heading`
// and what stands between are the caller's.  Everything that the report does not have is left out.

import type { ComponentChildren } from "preact";

import { zoneName } from "../hands/cards";
import { Distribution, Trend } from "../drawings/charts";
import { written } from "../figures";
import { accuracy, isBinned, meanKnown, number, observed, percent, rateKnown, sharesOf, significant, whole } from "../numbers";
import type {
  ChoiceCost,
  Deal,
  EffectUse,
  Interval,
  NamedRate,
  Played,
  PolicyDifference,
  Rate,
  Relation,
  Score,
  Several,
  Stat,
  Verdict,
  Want,
  Wants,
} from "../types";
import { Facts, Head } from "../tables";
import { t } from "../words";
import "./topic.css";

const MOST_RATES = 30; // rows that are shown before somebody asks for the others

/** How something differs from the same of another deck, in a few words. */
export type Change = (what: "combo" | "watch", name: string) => ComponentChildren;

/** What stands in a table of rates besides: what each asks for, how it has changed. */
interface BesideRates {
  wants?: Wants;
  change?: (name: string) => ComponentChildren;
}

/** A topic's results under one policy. */
export function PlayedResults({ played, wants = {} }: { played: Played; wants?: Wants }) {
  if (played.trials === 0) return <p class="soft">{t("No trial was played.")}</p>;
  const judged = played.combos.length > 0;
  return (
    <div class="results">
      {judged && <Hero played={played} />}
      {!judged && <p class="how">{howAnswered(played)}</p>}
      <PlayedDetails played={played} wants={wants} />
    </div>
  );
}

/** Everything below the headline; `change` says beside a rate how it differs from that of another deck. */
export function PlayedDetails(props: { played: Played; wants?: Wants; change?: Change }) {
  const { played, wants, change } = props;
  return (
    <>
      {played.expect && <Expectations verdicts={played.expect} />}
      <RateTable
        title={t("Combos")}
        rates={played.combos}
        wants={wants}
        change={change && ((name) => change("combo", name))}
      />
      <RateTable
        title={t("Watched")}
        rates={played.watch}
        wants={wants}
        change={change && ((name) => change("watch", name))}
      />
      <Scores score={played.score} />
      <Stats stats={played.stats} />
      <Effects uses={played.effects} />
      {played.relations.map((relation) => (
        <RelationFigure relation={relation} />
      ))}
      {played.deal && <DealFacts deal={played.deal} />}
      {played.reason && (
        <p class="reason">{t("Sampled, not exact: {reason}", { reason: played.reason })}</p>
      )}
    </>
  );
}

/** Exactly, or by how many trials. */
export function howAnswered(played: Played): string {
  if (played.trials === null) return t("Exact: every opening hand was looked at");
  return t("Sampled in {trials} trials", { trials: whole(played.trials) });
}

function Hero({ played }: { played: Played }) {
  const rate = rateKnown(played.success);
  const score = meanKnown(played.score);
  return (
    <div class="hero">
      <div class="hero-rate">
        <p class="figure-label">{t("Success rate")}</p>
        <p class="figure-value">
          {rate.value} <span class="beside">{rate.beside}</span>
        </p>
        <Gauge rate={played.success} />
        <p class="how">{howAnswered(played)}</p>
      </div>
      <div class="hero-score">
        <p class="figure-label">{t("Average score")}</p>
        <p class="figure-value small">{score.value}</p>
        {score.beside && <p class="beside">{score.beside}</p>}
      </div>
    </div>
  );
}

/** A rate as a bar from 0 to 100 %, its interval as a lighter part.  The number stands beside it in words. */
export function Gauge({ rate }: { rate: Rate }) {
  if (rate.rate === null) return null;
  const [low, high] = rate.ci95 ?? [rate.rate, rate.rate];
  return (
    <span class="gauge" aria-hidden="true">
      <span class="gauge-fill" style={{ width: `${100 * rate.rate}%` }} />
      {rate.ci95 && (
        <span class="gauge-interval" style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }} />
      )}
    </span>
  );
}

function Expectations({ verdicts }: { verdicts: Verdict[] }) {
  return (
    <ul class="verdicts" aria-label={t("Expectations")}>
      {verdicts.map((one) => (
        <li class={one.holds === null ? "" : one.holds ? "holds" : "fails"}>
          <span class="mark">{one.holds === null ? t("not judged") : one.holds ? t("holds") : t("fails")}</span>{" "}
          <code>{one.text}</code>
        </li>
      ))}
    </ul>
  );
}

/** Names with their rates: a table whose first column draws each as a bar. */
export function RateTable({ title, rates, ...beside }: { title: string; rates: NamedRate[] } & BesideRates) {
  if (!rates.length) return null;
  const rest = rates.slice(MOST_RATES);
  return (
    <div class="block">
      <h3>{title}</h3>
      <RateRows title={title} rates={rates.slice(0, MOST_RATES)} {...beside} />
      {rest.length > 0 && (
        <details>
          <summary>{t("{count} more", { count: rest.length })}</summary>
          <RateRows title={title} rates={rest} {...beside} />
        </details>
      )}
    </div>
  );
}

function RateRows({ title, rates, wants = {}, change }: { title: string; rates: NamedRate[] } & BesideRates) {
  const best = rates.some((rate) => rate.best != null);
  const exact = rates.every((rate) => rate.exact !== null);
  const beside = exact ? t("Fraction") : t("Interval (95\u00a0%)");
  const columns = [t("Name"), t("Rate"), beside, ...(change ? [t("Change")] : [])];
  return (
    <table class="rates">
      <caption class="visually-hidden">{title}</caption>
      <Head columns={columns} />
      <tbody>
        {rates.map((rate) => {
          const known = rateKnown(rate);
          return (
            <tr>
              <th scope="row">
                <span class="rate-name">{rate.name}</span>
                {Object.hasOwn(wants, rate.name) && <Wanted wants={wants[rate.name]!} />}
                <Gauge rate={rate} />
                {best && rate.best != null && (
                  <span class="note">
                    {t("Wanted cards overlap, and the first listed picks first; with match: best {rate}", {
                      rate: written(rateKnown({ rate: rate.best, ci95: rate.best_ci95 ?? null, exact: null })),
                    })}
                  </span>
                )}
              </th>
              <td class="n strong">{known.value}</td>
              <td class="n soft">{known.beside}</td>
              {change && <td class="n">{change(rate.name)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What a combo asks for, in the words of the deck file. */
function Wanted({ wants }: { wants: Want[] }) {
  const parts = wants.map((want) => {
    if ("condition" in want) return t("if {condition}", { condition: want.condition });
    if ("score" in want) return t("score {score}", { score: want.score });
    const cards = want.cards.map(({ name, number }) => (number === "1" ? name : `${number} × ${name}`));
    return `${zoneName(want.zone) || want.zone}: ${cards.join(" + ")}`;
  });
  return <span class="note">{parts.join(" · ")}</span>;
}

/** How the score is spread, where that says more than the success rate does. */
export function Scores({ score }: { score: Score }) {
  const shares = sharesOf(score);
  if (shares.every(([value]) => value === 0 || value === 1)) return null;
  return (
    <div class="block">
      <Distribution
        title={t("Scores")}
        said={t("Share of trials by score")}
        shares={shares}
        trials={observed(score)}
        mean={score.mean}
      />
    </div>
  );
}

export function Stats({ stats }: { stats: Record<string, Stat> }) {
  const all = Object.entries(stats);
  if (!all.length) return null;
  return (
    <div class="block">
      <h3>{t("Stats")}</h3>
      <div class="stats">
        {all.map(([name, stat]) => (
          <StatFigure name={name} stat={stat} />
        ))}
      </div>
    </div>
  );
}

function StatFigure({ name, stat }: { name: string; stat: Stat }) {
  const mean = meanKnown(stat);
  const about = isBinned(stat) ? "~" : "";
  const facts: [string, string][] = [
    [t("spread"), number(stat.sd, stat.ci95 && stat.mean !== null ? accuracy(stat.mean, stat.ci95).digits : undefined)],
    [t("least"), number(stat.min, 0)],
    [t("median"), stat.quantiles["0.5"] == null ? number(null) : about + number(stat.quantiles["0.5"], 0)],
    [t("greatest"), number(stat.max, 0)],
  ];
  if (stat.defined !== null && stat.defined < 1) facts.push([t("with a value"), percent(stat.defined)]);
  const shares = sharesOf(stat);
  return (
    <div class="stat">
      <p class="stat-head">
        <span class="rate-name">{name}</span>
        <span class="stat-mean">
          {mean.value} <span class="beside">{mean.beside}</span>
        </span>
      </p>
      <Facts facts={facts} />
      {shares.length > 1 && <Distribution title={name} shares={shares} trials={observed(stat)} mean={stat.mean} />}
    </div>
  );
}

function shareOf({ share, ci95 }: EffectUse): Rate {
  return { rate: share, ci95, exact: null };
}

/** How often effects were activated. */
export function Effects({ uses }: { uses: EffectUse[] }) {
  if (!uses.length) return null;
  const used = uses.filter((use) => use.per_trial);
  const idle = uses.filter((use) => !use.per_trial);
  return (
    <div class="block">
      <h3>{t("Effects")}</h3>
      {used.length > 0 && (
        <table class="rates">
          <caption class="visually-hidden">{t("Effects")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Effect")}</th>
              <th scope="col" class="n" colSpan={2}>
                {t("Share of trials")}
              </th>
              <th scope="col" class="n">
                {t("Activations a trial")}
              </th>
            </tr>
          </thead>
          <tbody>
            {used.map((use) => (
              <tr>
                <th scope="row">
                  <EffectName of={use} />
                  <Gauge rate={shareOf(use)} />
                </th>
                <td class="n strong">{rateKnown(shareOf(use)).value}</td>
                <td class="n soft">{use.ci95 && rateKnown(shareOf(use)).beside}</td>
                <td class="n soft">{sampledMean(use.per_trial, use.per_trial_ci95)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {idle.length > 0 && (
        <div class="idle">
          <p class="soft">{t("Never activated:")}</p>
          <ul class="chips">
            {idle.map((use) => (
              <li>
                <EffectName of={use} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function EffectName({ of }: { of: { card: string; effect: number } }) {
  return (
    <span class="rate-name">
      {of.card}
      <span class="soft">[{of.effect}]</span>
    </span>
  );
}

function RelationFigure({ relation }: { relation: Relation }) {
  const fit = relation.logistic ?? relation.linear;
  const slope = fit && significant(fit.slope, fit.slope_se);
  const said = [
    relation.correlation === null
      ? ""
      : t("correlation {value}", { value: significant(relation.correlation, relation.correlation_se) }),
    slope === null
      ? ""
      : relation.logistic
        ? t("slope of the log-odds {value}", { value: slope })
        : t("slope {value}", { value: slope }),
  ];
  return (
    <div class="block">
      <Trend
        title={t("{y} against {x}", { x: relation.x, y: relation.y })}
        said={said.filter(Boolean).join(" · ")}
        x={relation.x}
        y={relation.y}
        points={relation.bins.map((bin) => ({
          ...bin,
          label: bin.from === bin.to ? String(bin.from) : `${bin.from} … ${bin.to}`,
        }))}
        fit={fit}
        logistic={relation.logistic !== null}
      />
    </div>
  );
}

/** A mean, and how far off it may be where it was sampled. */
function sampledMean(mean: number | null, ci95: Interval | null): string {
  return written(meanKnown({ mean, ci95, exact: null }));
}

function DealFacts({ deal }: { deal: Deal }) {
  const facts: [string, ComponentChildren][] = [];
  const { hands } = deal.tries;
  hands.forEach(({ mean, ci95 }, part) => {
    const seat = hands.length < deal.seats.length ? t("all hands") : deal.seats[part]!;
    if (mean !== null && mean !== 1) {
      facts.push([t("Tries of a hand: {seat}", { seat }), sampledMean(mean, ci95)]);
    }
  });
  deal.vetoes.forEach((mean, at) => {
    const seat = deal.seats[at]!;
    if (mean) facts.push([t("Vetoes: {seat}", { seat }), sampledMean(mean, deal.vetoes_ci95[at]!)]);
  });
  if (deal.solutions !== null) {
    const { solutions, solutions_ci95 } = deal;
    const told = Number.isInteger(solutions) ? number(solutions, 0) : sampledMean(solutions, solutions_ci95);
    facts.push([t("Solutions of the bargain"), told]);
  }
  for (const [kind, share] of Object.entries(deal.conflicts)) {
    const known = rateKnown({ rate: share, ci95: deal.conflicts_ci95[kind] ?? null, exact: null });
    facts.push([t("In conflict: {card}", { card: kind }), written(known)]);
  }
  if (!facts.length) return null;
  return (
    <div class="block">
      <h3>{t("The deal")}</h3>
      <Facts facts={facts} />
    </div>
  );
}

const BOUNDS: Record<string, () => string> = {
  exact: () => t("exact"),
  "at-least": () => t("at least"),
  "at-most": () => t("at most"),
};

/** Several policies side by side, what each adds to the one before, and what greed costs. */
export function Policies({ topic, costs }: { topic: Several; costs?: ComponentChildren }) {
  const added = new Map<string, PolicyDifference>(topic.differences.map((one) => [one.of, one]));
  return (
    <div class="block">
      <h3>{t("Policies")}</h3>
      <table class="wraps">
        <caption class="visually-hidden">{t("Policies")}</caption>
        <Head columns={[t("Policy"), topic.policies[0]?.goal?.name, t("Bound"), t("Difference")]} />
        <tbody>
          {topic.policies.map((played) => {
            const goal = played.goal ? meanKnown(played.goal) : { value: "–", beside: "" };
            const gap = added.get(played.policy ?? "");
            return (
              <tr>
                <th scope="row">{played.policy}</th>
                <td class="n strong">
                  {goal.value} <span class="beside">{goal.beside}</span>
                </td>
                <td class="n">{played.bound ? BOUNDS[played.bound]?.() : t("sampled")}</td>
                <td class="n">{gap ? differenceText(gap) : ""}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {costs ?? (topic.costs && topic.costs.length > 0 && <Costs costs={topic.costs} />)}
    </div>
  );
}

function differenceText(gap: PolicyDifference): string {
  if (gap.mean === null) return "–";
  const { value, beside } = meanKnown(gap);
  const known = [(gap.mean > 0 ? "+" : "") + value, gap.exact && beside ? `(${beside})` : beside];
  return t("{difference} against {policy}", { difference: known.filter(Boolean).join(" "), policy: gap.to });
}

const MOST_COSTS = 5;

function Costs({ costs }: { costs: ChoiceCost[] }) {
  return (
    <>
      <p class="soft">
        {t("Choices that cost most, in {trials} trials", { trials: whole(costs[0]!.trials) })}
      </p>
      <table class="wraps">
        <Head columns={[t("Taken"), t("Better"), t("Costs each time"), t("Times a trial")]} words={2} />
        <tbody>
          {costs.slice(0, MOST_COSTS).map((cost) => (
            <tr>
              <th scope="row">
                <EffectName of={cost.taken} />
              </th>
              <td>{cost.better ? <EffectName of={cost.better} /> : t("stopping")}</td>
              <td class="n">{sampledMean(cost.loss, cost.ci95)}</td>
              <td class="n">{sampledMean(cost.times / cost.trials, cost.often_ci95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
