// The pane beside the text: the answer, the counts to move, everything that was found, and hands to step
// through.
//
// What comes in: the state and the session.  What goes out: nothing; each part has its own wishes.

import { useMemo } from "preact/hooks";

import { ChangeMark } from "../../parts/found/change";
import { Notices } from "../../parts/found/notices";
import { PlayedDetails, Policies, type Change } from "../../parts/found/topic";
import { playedOf, type Topic } from "../../parts/types";
import { t } from "../../parts/words";
import { Answer } from "./answer";
import { Beginning } from "../beginning/beginning";
import { Icon } from "../icons";
import { useLasting } from "../lingering";
import { Past } from "./past";
import { Panels } from "../panels/panels";
import type { Compared } from "../protocol";
import type { Session } from "../session";
import { Sliders } from "./sliders";
import { comparedOf, figureOf, hasErrors, isBlank, isStale, topicOf, type State } from "../state";
import { Trials } from "./trials";

/** Panels beside the sliders. */
const OF_COPIES = ["worth", "copies", "build"];

/** Panels beside what was tried. */
const OF_DECKS = ["compare"];

/** Panels beside hands, and of topics in which there is something to decide. */
const OF_HANDS = ["why", "advise"];
const OF_PLAY = ["policies", ...OF_HANDS];

export function Results({ state, session }: { state: State; session: Session }) {
  const topic = topicOf(state);
  if (state.waits) return <AskBefore session={session} />;
  return (
    <>
      <Answer state={state} session={session} />
      <Beginning state={state} session={session} />
      <PinnedDeck state={state} session={session} />
      {!isBlank(state.text) && <Sliders state={state} session={session} />}
      {topic && <Panels kinds={OF_COPIES} state={state} session={session} />}
      <Past state={state} session={session} />
      {topic && <Panels kinds={OF_DECKS} state={state} session={session} />}
      {topic && (
        <>
          <Found state={state} topic={topic} compared={comparedOf(state, topic.name)} />
          <Mishaps state={state} topic={topic} />
          <Panels
            kinds={state.deck?.choices.includes(topic.name) ? OF_PLAY : OF_HANDS}
            state={state}
            session={session}
          />
          <Trials state={state} session={session} />
        </>
      )}
    </>
  );
}

/** A text from somebody else is not worked on before somebody says so. */
function AskBefore({ session }: { session: Session }) {
  return (
    <section class="ask-before" aria-labelledby="ask-title">
      <h2 id="ask-title">{t("Somebody sent you this deck")}</h2>
      <p>
        {t(
          "Nothing of it has run yet. A deck reads no files and changes nothing on your computer, but a large one may keep it busy: look at it first.",
        )}
      </p>
      <button type="button" class="primary" onClick={() => session.run()}>
        {t("Run this deck")}
      </button>
    </section>
  );
}

function PinnedDeck({ state, session }: { state: State; session: Session }) {
  const { pinned } = state;
  if (!pinned) return null;
  const time = pinned.time.toLocaleTimeString(state.welcome?.language, {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  });
  const same = pinned.text === state.text;
  return (
    <div class="pinned">
      <Icon of="pin" />
      <p>
        {same
          ? t("Pinned at {time}: what you change now is compared with this deck.", { time })
          : t("Compared with the deck pinned at {time}.", { time })}
      </p>
      <span class="pinned-wishes">
        {!same && (
          <>
            <button type="button" class="link" onClick={() => session.pin()}>
              {t("Pin this one instead")}
            </button>
            <button type="button" class="link" onClick={() => session.replaceText(pinned.text)}>
              {t("Back to it")}
            </button>
          </>
        )}
        <button type="button" class="link" onClick={() => session.unpin()}>
          {t("Unpin")}
        </button>
      </span>
    </div>
  );
}

/** All the numbers; drawn again only when they are others. */
function Found({ state, topic, compared }: { state: State; topic: Topic; compared: Compared | null }) {
  const old = useLasting(isStale(state) || hasErrors(state));
  const drawn = useMemo(() => {
    const change: Change | undefined = compared
      ? (what, name) => <ChangeMark figure={figureOf(compared, what, name)} quiet />
      : undefined;
    const several = "policies" in topic;
    return (
      <>
        {several && <Policies topic={topic} />}
        {playedOf(topic).map((played) => (
          <div class="played">
            {several && (
              <h3 class="played-title">{t("Played by {policy}", { policy: played.policy ?? "" })}</h3>
            )}
            <div class="results">
              <PlayedDetails played={played} change={change} />
            </div>
          </div>
        ))}
      </>
    );
  }, [topic, compared]);
  return (
    <div class={`found${old ? " old" : ""}`} id="found">
      {drawn}
    </div>
  );
}

function Mishaps({ state, topic }: { state: State; topic: Topic }) {
  const told = state.result?.notices ?? {};
  const notices = Object.hasOwn(told, topic.name) ? told[topic.name]! : []; // topics may be called anything
  if (!notices.length) return null;
  return (
    <section aria-labelledby="notices-title">
      <div class="section-head">
        <h3 id="notices-title">{t("What went wrong in play")}</h3>
      </div>
      <Notices notices={notices} />
    </section>
  );
}
