// Why do hands fail?  What they lacked, hands to look at, and what one card more would have done.
//
// What comes in: the JSON of `yispc why`, and what was missing in words.  What goes out: drawings, and groups
// that unfold to hands; in the view each hand can be stepped through.

import { Flow, type FlowData } from "../drawings/flow";
import { Shares } from "../drawings/shares";
import { written } from "../figures";
import { rateKnown, whole } from "../numbers";
import type { Kind, Rate } from "../types";
import { t, tn } from "../words";
import { HandToStep } from "./hand";
import type { PanelKind, Wishes } from "./kinds";
import { saidOf } from "./said";

interface HandOfTrial {
  trial: number;
  hand: string[];
  combos?: string[];
}

interface Failure extends Rate {
  combo: string;
  count: number;
  hands: HandOfTrial[];
}

interface OneMore extends Rate {
  name: string;
  count: number;
}

export interface WhyContent {
  study: {
    deck: { file: string };
    topic: string;
    seed: number;
    trials: number;
    success: Rate & { count: number };
    failures: Failure[];
    succeeded: HandOfTrial[];
    one_more: OneMore[] | null;
    again: (Rate & { count: number }) | null;
    replayed: number;
    idle: string[];
    counted: boolean;
  };
  missing: string[][];
  more: string[];
  remark: string | null;
  flow: FlowData | null;
}

const MOST_DRAWN = 8;
const FEW = 5; // groups, and cards, that are shown before somebody asks for the others

export const why: PanelKind<WhyContent> = {
  title: () => t("Why do hands fail?"),
  of: ({ study }) => saidOf(study.deck.file, study.topic, study.trials, study.seed),
  answer: answers,
  words(content) {
    const { study } = content;
    const groups = study.failures.map((failure, at) => `${written(rateKnown(failure))} ${lacked(content, at)}`);
    const more = (study.one_more ?? []).map((one, at) =>
      t("With one more {card}: {share} succeed.", { card: content.more[at]!, share: written(rateKnown(one)) }),
    );
    return [...groups, ...(study.replayed ? more : [])];
  },
  table({ study, missing }) {
    const row = (what: string, name: string, rate: Rate & { count: number }, of: number) => [
      ...[study.topic, what, name, rate.count, of, rate.rate],
      ...[rate.ci95?.[0] ?? null, rate.ci95?.[1] ?? null],
    ];
    const failed = study.trials - study.success.count;
    return {
      head: ["topic", "what", "name", "count", "trials", "rate", "rate_low", "rate_high"],
      rows: [
        row("topic", study.topic, study.success, study.trials),
        ...study.failures.map((one, at) => row("missing", `${one.combo}: ${missing[at]!.join(", ")}`, one, failed)),
        ...(study.again ? [row("again", "the same hand", study.again, study.replayed)] : []),
        ...(study.one_more ?? []).map((one) => row("one-more", one.name, one, study.replayed)),
      ],
    };
  },
  data: ({ study }) => study,
  Body,
};

/** What a group lacked: the combo that was nearest, and what of it. */
function lacked({ study, missing }: WhyContent, at: number): string {
  return t("{combo}: {missing}", { combo: study.failures[at]!.combo, missing: missing[at]!.join(t(", ")) });
}

function answers(content: WhyContent): string[] {
  const { study, more } = content;
  const failed = study.trials - study.success.count;
  if (!failed) return [t("None of {trials} hands failed.", { trials: whole(study.trials) })];
  const values = { failed: whole(failed), trials: whole(study.trials) };
  const said = [t("{failed} of {trials} hands failed.", values)];
  const [first] = study.failures;
  if (first) said.push(t("What was missing most often, in {share} of them: {missing}.", { share: written(rateKnown(first)), missing: lacked(content, 0) }));
  const [best] = study.one_more ?? [];
  if (best && study.replayed && study.again) {
    const beyond = best.ci95 !== null && study.again.ci95 !== null && best.ci95[0] > study.again.ci95[1];
    if (beyond) said.push(t("What would have helped most is one more {card} in hand: {share} of them would have worked.", { card: more[0]!, share: written(rateKnown(best)) }));
  }
  return said;
}

interface Shown {
  content: WhyContent;
  kinds: Kind[];
  wishes: Wishes | null;
}

function Body({ content, kinds, wishes }: Shown) {
  const { study, more } = content;
  const failed = study.trials - study.success.count;
  if (!failed) return null;
  const rows = study.failures.slice(0, MOST_DRAWN).map((failure, at) => ({ ...failure, name: lacked(content, at) }));
  const again = study.again && { ...study.again, name: t("the same hand, dealt on anew") };
  const helped = (study.one_more ?? []).map((one, at) => ({ ...one, name: more[at]! }));
  return (
    <>
      <p class="chart-title">{t("What was missing")}</p>
      <Shares title={t("What was missing")} rows={rows} />
      <Groups content={content} kinds={kinds} wishes={wishes} from={0} to={FEW} />
      {study.failures.length > FEW && (
        <details>
          <summary>{tn("{number} more group", "{number} more groups", study.failures.length - FEW)}</summary>
          <Groups content={content} kinds={kinds} wishes={wishes} from={FEW} to={study.failures.length} />
        </details>
      )}
      {content.flow && <Flow data={content.flow} trials={study.trials} />}
      {study.replayed > 0 && helped.length > 0 && (
        <>
          <p class="chart-title">{t("One card more in the opening hand")}</p>
          <p class="soft">
            {tn(
              "Of {number} hand that failed, played once more: how often it succeeds.",
              "Of {number} hands that failed, played once more: how many succeed.",
              study.replayed,
            )}
          </p>
          <Shares
            title={t("One card more in the opening hand")}
            rows={helped.slice(0, MOST_DRAWN)}
            against={again ?? undefined}
          />
          <More rows={[...(again ? [again] : []), ...helped]} />
        </>
      )}
      {content.remark && <p class="soft">{content.remark}</p>}
      {study.idle.length > 0 && (
        <p class="soft">
          {t("Cards that never mattered in {trials} trials: {cards}", {
            trials: whole(study.trials),
            cards: study.idle.join(t(", ")),
          })}
          {study.counted && <> {t("Conditions and scores of combos may have counted them all the same.")}</>}
        </p>
      )}
    </>
  );
}

function Groups(props: Shown & { from: number; to: number }) {
  const { content, kinds, wishes, from, to } = props;
  return (
    <ul class="failures">
      {content.study.failures.slice(from, to).map((failure, at) => (
        <li>
          {failure.hands.length ? (
            <details>
              <summary>
                <Group content={content} at={from + at} />
              </summary>
              {failure.hands.map((hand) => (
                <HandToStep
                  trial={hand.trial}
                  hands={[{ zone: "H", cards: hand.hand }]}
                  topic={content.study.topic}
                  kinds={kinds}
                  wishes={wishes}
                />
              ))}
            </details>
          ) : (
            <Group content={content} at={from + at} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Group({ content, at }: { content: WhyContent; at: number }) {
  const { value, beside } = rateKnown(content.study.failures[at]!);
  return (
    <span class="failure">
      <strong class="failure-share">{value}</strong> <span class="soft">{beside}</span>{" "}
      <span class="failure-missing">{lacked(content, at)}</span>
    </span>
  );
}

function More({ rows }: { rows: (Rate & { name: string })[] }) {
  const list = (some: typeof rows) => (
    <ul class="failures">
      {some.map((one) => {
        const { value, beside } = rateKnown(one);
        return (
          <li>
            <strong class="failure-share">{value}</strong> <span class="soft">{beside}</span>{" "}
            <span class="failure-missing">{one.name}</span>
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      {list(rows.slice(0, FEW))}
      {rows.length > FEW && (
        <details>
          <summary>{tn("{number} more card", "{number} more cards", rows.length - FEW)}</summary>
          {list(rows.slice(FEW))}
        </details>
      )}
    </>
  );
}
