// The page as a whole: the question and the answers, then topic by topic, studies, notices, the deck.
//
// What comes in: the data that yisp/page/data.py makes.  What goes out: the page.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { Card, hueOf } from "../parts/hands/cards";
import { Effects, type Explained } from "../parts/found/effects";
import { Before, Command } from "../parts/command";
import { Notices, Warnings } from "../parts/found/notices";
import { rateKnown, whole } from "../parts/numbers";
import { PANELS } from "../parts/panels";
import type { Dealt } from "../parts/panels/hand";
import { Panel } from "../parts/panels/panel";
import { answers as answersOf, Costs } from "../parts/panels/policies";
import { Samples } from "../parts/hands/samples";
import { Sentence } from "../parts/sentence";
import { Comparison, Sweep, type ComparisonData, type SweepData } from "../parts/found/studies";
import { Facts } from "../parts/tables";
import { ThemeChoice } from "../parts/theme";
import { Gauge, PlayedResults, Policies } from "../parts/found/topic";
import {
  playedOf,
  type Kind,
  type Played,
  type Report,
  type Sample,
  type ToldNotice,
  type ToldWarning,
  type Topic,
  type Wants,
} from "../parts/types";
import { sentences, t, tn } from "../parts/words";
import { DeckFiles, type DeckFile } from "./files";
import "./page.css";

interface ToldPlayed {
  topic: string;
  policy: string;
  setting: string[];
  answer: string;
  reason: string | null;
  wants: Wants;
  samples: Sample[];
  /** The hands that show the choices which cost most, if somebody who is best has looked at them. */
  choices: Dealt[][];
}

export interface PageData {
  page: number;
  yisp: string;
  language: string;
  messages: Record<string, string>;
  title: string;
  asked: string;
  answers: string[];
  ended: string | null;
  before_commands: string | null;
  known: string[];
  command: string;
  kinds: (Kind & { zone: string | null })[];
  explained: Explained;
  report: Report;
  played: ToldPlayed[];
  warnings: ToldWarning[];
  notices: ToldNotice[];
  files: DeckFile[];
  comparison: ComparisonData | null;
  sweep: SweepData | null;
  panels: StudyData[];
}

export function Page({ data }: { data: PageData }) {
  const { topics } = data.report;
  const firsts: number[] = []; // by topic, the place of its first policy in data.played
  topics.reduce((at, topic) => (firsts.push(at), at + playedOf(topic).length), 0);
  const noticed = data.warnings.length + data.notices.length > 0;
  const links: [string, string][] = [
    ...topics.map((topic, at): [string, string] => [`#topic-${at}`, topic.name]),
    ...(data.comparison ? [["#comparison", t("Comparison")] as [string, string]] : []),
    ...(data.sweep ? [["#sweep", t("Sweep")] as [string, string]] : []),
    ...(data.panels.length ? [["#studies", t("Questions")] as [string, string]] : []),
    ...(noticed ? [["#notices", t("Notices")] as [string, string]] : []),
    ["#deck", t("Deck")],
  ];
  return (
    <Before.Provider value={data.before_commands}>
      <a class="skip" href="#answers">
        {t("To the answer")}
      </a>
      <header class="bar">
        <div class="bar-inside">
          <p class="brand">Yisp</p>
          <nav aria-label={t("On this page")}>
            <ul>
              {links.map(([href, name]) => (
                <li>
                  <a href={href}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
          <ThemeChoice />
        </div>
      </header>
      <main>
        <section class="opening" id="answers" aria-labelledby="question">
          <h1 id="question">{data.asked}</h1>
          {data.ended && <p class="ended">{data.ended}</p>}
          <div class="answers">
            {data.played.map((told, at) => (
              <Answer
                told={told}
                played={topics.flatMap(playedOf)[at]!}
                href={`#topic-${firsts.findLastIndex((first) => first <= at)}`}
              />
            ))}
          </div>
          <OfTheRun data={data} />
        </section>
        {topics.map((topic, at) => (
          <TopicSection
            topic={topic}
            told={data.played.slice(firsts[at], firsts[at]! + playedOf(topic).length)}
            kinds={data.kinds}
            id={`topic-${at}`}
          />
        ))}
        {data.comparison && (
          <Sheet id="comparison" title={t("Comparison")}>
            <Comparison data={data.comparison} />
          </Sheet>
        )}
        {data.sweep && (
          <Sheet id="sweep" title={t("Sweep")}>
            <Sweep data={data.sweep} />
          </Sheet>
        )}
        {data.panels.length > 0 && (
          <Sheet id="studies" title={t("Questions")}>
            <div class="panels">
              {data.panels.map((panel, at) => (
                <StudyPanel
                  panel={panel}
                  before={data.panels.slice(0, at)}
                  several={data.report.topics.length > 1}
                  kinds={data.kinds}
                />
              ))}
            </div>
          </Sheet>
        )}
        {noticed && (
          <Sheet id="notices" title={t("Notices")}>
            {data.warnings.length > 0 && (
              <>
                <p class="soft lead">{t("Lines of the deck that may not say what they are meant to.")}</p>
                <Warnings warnings={data.warnings} />
              </>
            )}
            {data.notices.length > 0 && (
              <>
                <p class="soft lead">
                  {t("Play went on, but not as written. Each line of the deck is shown with how often.")}
                </p>
                <Notices notices={data.notices} />
              </>
            )}
          </Sheet>
        )}
        <Sheet id="deck" title={t("Deck")}>
          <Deck data={data} />
        </Sheet>
      </main>
      <footer>
        <p>
          <Sentence
            text={t("Written by yisp {version}. This file needs no network; `yisp.read_report` reads its data back.", {
              version: data.yisp,
            })}
          />
        </p>
      </footer>
    </Before.Provider>
  );
}

function Sheet(props: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="sheet" id={props.id} aria-labelledby={`${props.id}-title`}>
      <h2 id={`${props.id}-title`}>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** The answer in a sentence, below its number. */
function Answer({ told, played, href }: { told: ToldPlayed; played: Played; href: string }) {
  const known = rateKnown(played.success);
  return (
    <a class="answer" href={href}>
      <span class="answer-topic">
        {told.topic}
        {told.policy !== "greedy" && <span class="soft"> · {told.policy}</span>}
      </span>
      {played.success.rate !== null && (
        <>
          <span class="answer-value">{known.value}</span>
          <Gauge rate={played.success} />
        </>
      )}
      <span class="answer-sentence">{told.answer}</span>
    </a>
  );
}

function OfTheRun({ data }: { data: PageData }) {
  const { report } = data;
  const kinds = data.kinds.filter((kind) => kind.count > 0 && kind.zone === null).length; // some have count 0
  const facts: [string, string][] = [
    [t("Deck"), data.title],
    [t("Cards"), tn("{number} of one kind", "{number} of {kinds} kinds", report.deck.cards, { kinds })],
    [t("Seed"), String(report.seed)],
    ...data.known.map((line): [string, string] => [t("Collections"), line]),
    ...Object.entries(report.deck.counts ?? {}).map(([name, count]): [string, string] => [name, `× ${count}`]),
    ...Object.entries(report.set ?? {}).map(([name, value]): [string, string] => [name, `= ${value}`]),
    [t("Time"), seconds(report.seconds.run)],
    [t("Version"), `yisp ${data.yisp}`],
  ];
  return <Facts facts={facts} class="facts opening-facts" />;
}

function seconds(time: number): string {
  return time >= 10 ? `${time.toFixed(1)} s` : `${whole(Math.round(time * 1000))} ms`;
}

/** What was studied besides; there is no deck that it could change. */
interface StudyData {
  kind: string;
  /** Of which topic it is, where they are of several. */
  topic?: string;
  content: unknown;
}

/** A panel, which is not called as those before it are. */
function StudyPanel(props: { panel: StudyData; before: readonly StudyData[]; several: boolean; kinds: Kind[] }) {
  const { panel, before, several, kinds } = props;
  const { kind, topic, content } = panel;
  const [open, fold] = useState(true);
  const shown = PANELS[kind]!;
  const alike = before.filter((one) => one.kind === kind).length;
  return (
    <Panel
      shown={shown}
      content={content}
      kinds={kinds}
      wishes={null}
      name={alike ? `${kind}-${alike + 1}` : kind}
      title={topic !== undefined && several ? `${shown.title(content)} ${topic}` : shown.title(content)}
      open={open}
      fold={fold}
    />
  );
}

function TopicSection(props: { topic: Topic; told: ToldPlayed[]; kinds: Kind[]; id: string }) {
  const { topic, told, kinds, id } = props;
  const several = "policies" in topic;
  return (
    <section class="sheet" id={id} aria-labelledby={`${id}-title`}>
      <p class="eyebrow">{t("Topic")}</p>
      <h2 id={`${id}-title`}>{topic.name}</h2>
      {several && (
        <div class="results">
          {answersOf(topic).length > 0 && <p class="panel-answer">{sentences(answersOf(topic))}</p>}
          <Policies
            topic={topic}
            costs={<Costs topic={topic} examples={told.flatMap((one) => one.choices)} kinds={kinds} wishes={null} />}
          />
        </div>
      )}
      {playedOf(topic).map((played, at) => {
        const one = told[at]!;
        return (
          <div class="played">
            {several && <h3 class="played-title">{t("Played by {policy}", { policy: one.policy })}</h3>}
            <p class="soft lead">{sentences(one.setting)}</p>
            <PlayedResults played={{ ...played, reason: one.reason }} wants={one.wants} />
            <Samples samples={one.samples} kinds={kinds} />
          </div>
        );
      })}
    </section>
  );
}

/** The effects of each card in words, then the functions, which are called by their names. */
function WhatCardsDo({ known }: { known: Explained }) {
  const groups = [...known.cards, ...known.seats].filter(({ entries }) => entries.length);
  if (!groups.length) return null;
  return (
    <details class="block what-cards-do">
      <summary>{t("What the cards do, in words")}</summary>
      {groups.map(({ name, entries }) => (
        <>
          <h3>{name}</h3>
          <Effects entries={entries} />
        </>
      ))}
      {known.functions.length > 0 && (
        <>
          <h3>{t("Functions")}</h3>
          <Effects entries={known.functions} />
        </>
      )}
    </details>
  );
}

function Deck({ data }: { data: PageData }) {
  return (
    <div class="results">
      <ul class="cards deck-cards" aria-label={t("Cards")}>
        {data.kinds.map((kind, at) => (
          <li>
            <Card kind={kind} hue={hueOf(at)} />
            <span class="copies">
              × {kind.count}
              {kind.zone && ` · ${t("zone {zone}", { zone: kind.zone })}`}
            </span>
          </li>
        ))}
      </ul>
      <WhatCardsDo known={data.explained} />
      <DeckFiles files={data.files} />
      <div class="block">
        <h3>{t("To write this page again")}</h3>
        <Command text={data.command} />
      </div>
    </div>
  );
}
