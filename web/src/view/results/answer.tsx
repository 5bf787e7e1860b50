// The answer, which stays in sight: how often the deck works, how sure that is, and what the change did.
//
// What comes in: the state.  What goes out: the head of the results, and a sentence now and then for those
// who listen.  Old numbers stay, dimmed, until there are new ones.

import { changeText, ChangeMark } from "../../parts/found/change";
import { meanKnown, rateKnown, whole, type Known } from "../../parts/numbers";
import { Gauge } from "../../parts/found/topic";
import { Spoken } from "../../parts/spoken";
import type { Played, Topic } from "../../parts/types";
import { t } from "../../parts/words";
import { useLasting } from "../lingering";
import type { Session } from "../session";
import { comparedOf, figureOf, hasErrors, inFront, isBlank, isStale, topicOf, type State } from "../state";

const PAUSE_OF_SPEECH = 1500;

export function Answer({ state, session }: { state: State; session: Session }) {
  const topic = topicOf(state);
  const old = useLasting(isStale(state) || hasErrors(state));
  if (!topic) return <NoAnswer state={state} />;
  return (
    <header class={`answer${old ? " old" : ""}`}>
      <Topics state={state} session={session} />
      <Headline state={state} topic={topic} />
      <Sections />
      <Spoken sentence={spoken(state, topic)} pause={PAUSE_OF_SPEECH} />
    </header>
  );
}

/** The answer's place, before there is one. */
function NoAnswer({ state }: { state: State }) {
  return (
    <header class="answer old">
      <h2 class="answer-topic">{isBlank(state.text) ? t("A new deck") : t("The deck")}</h2>
      <p class="figure-label">{t("Success rate")}</p>
      <p class="headline-figures">
        <span class="figure-value">–</span>
      </p>
      <p class="sureness">
        {hasErrors(state) && t("The numbers come as soon as the mistakes in the text are mended.")}
        {isBlank(state.text) && t("The number comes with the first card.")}
        {!hasErrors(state) && !isBlank(state.text) && t("Counting …")}
      </p>
    </header>
  );
}

/** What is further down. */
function Sections() {
  return (
    <nav class="sections" aria-label={t("Further down")}>
      <a href="#copies">{t("Copies")}</a>
      <a href="#found">{t("Everything found")}</a>
      <a href="#hands">{t("One hand at a time")}</a>
    </nav>
  );
}

function Topics({ state, session }: { state: State; session: Session }) {
  const topics = state.result?.result.topics ?? [];
  const chosen = topicOf(state)!;
  if (topics.length < 2) return <h2 class="answer-topic">{chosen.name}</h2>;
  return (
    <div class="topics" role="group" aria-label={t("Topics")}>
      {topics.map((topic) => (
        <button type="button" aria-pressed={topic === chosen} onClick={() => session.look(topic.name)}>
          {topic.name}
        </button>
      ))}
    </div>
  );
}

function Headline({ state, topic }: { state: State; topic: Topic }) {
  const played = inFront(topic);
  const compared = comparedOf(state, topic.name);
  if (!played.combos.length) return <Sureness state={state} topic={topic} />;
  const rate = rateKnown(played.success);
  const score = meanKnown(played.score);
  const scored = played.score.bounds[1] !== 1;
  return (
    <div class="headline">
      <div class="headline-rate">
        <p class="figure-label">{t("Success rate")}</p>
        <p class="headline-figures">
          <span class="figure-value">{rate.value}</span> <ChangeMark figure={figureOf(compared, "success")} />
        </p>
      </div>
      {scored && (
        <div class="headline-score">
          <p class="figure-label">{t("Average score")}</p>
          <p class="headline-figures">
            <span class="figure-value small">{score.value}</span>{" "}
            <ChangeMark figure={figureOf(compared, "score")} />
          </p>
        </div>
      )}
      <Gauge rate={played.success} />
      <Sureness state={state} topic={topic} />
    </div>
  );
}

/** Exact, or an estimate with its interval that may still be sharpening. */
function Sureness({ state, topic }: { state: State; topic: Topic }) {
  const played = inFront(topic);
  const rate = rateKnown(played.success);
  const sharpening = state.result?.state === "sampling" && !isStale(state);
  return (
    <p class="sureness">
      {played.method === "exact" ? (
        <>
          <span class="badge exact">{t("exact")}</span>
          {rate.beside && <span class="sure-fraction">{rate.beside}</span>}
        </>
      ) : (
        <>
          <span class={`badge estimate${sharpening ? " sharpening" : ""}`}>{t("estimate")}</span>
          {rate.beside && <span class="sure-interval">{rate.beside}</span>}
          <span>{t("{trials} trials", { trials: whole(played.trials) })}</span>
        </>
      )}
      <OldNumbers state={state} />
    </p>
  );
}

function OldNumbers({ state }: { state: State }) {
  const broken = state.problems.find((problem) => problem.severity === "error");
  const lasts = useLasting(broken !== undefined);
  if (!broken || !lasts) return null;
  return (
    <span class="old-numbers">{t("from before the mistake in line {line}", { line: broken.line })}</span>
  );
}

/** How often it works; of a topic that has nothing to succeed the first thing that it asks for, by its name. */
function firstOf(played: Played): [string[], Known] {
  const [watched] = played.watch;
  const [stat] = Object.entries(played.stats);
  if (played.success.rate !== null || (!watched && !stat)) return [[], rateKnown(played.success)];
  return watched ? [[watched.name], rateKnown(watched)] : [[stat![0]], meanKnown(stat![1])];
}

/** The answer as it is read aloud; null as long as it does not rest. */
function spoken(state: State, topic: Topic): string | null {
  if (isStale(state) || state.result?.state === "sampling") return null;
  const played = inFront(topic);
  const [of, { value, beside }] = firstOf(played);
  const values = { topic: [topic.name, ...of].join(t(", ")), value, beside };
  const told =
    played.method === "exact"
      ? t("{topic}: {value}, exactly.", values)
      : t("{topic}: about {value} {beside}.", values);
  const figure = figureOf(comparedOf(state, topic.name), "success");
  return figure ? `${told} ${t("Against the pinned deck: {change}.", { change: changeText(figure) })}` : told;
}
