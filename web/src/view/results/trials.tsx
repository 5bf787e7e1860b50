// Hands to step through: any trial of the topic, the next one that works, the next one that fails.
//
// What comes in: the topic that is looked at.  What goes out: questions to the server, one trial each.  A
// trial is of the text that it was asked for; when the text changes, it stays until somebody asks again.

import { useState } from "preact/hooks";

import { Hands } from "../../parts/hands/cards";
import { whole } from "../../parts/numbers";
import { Outcome } from "../../parts/hands/samples";
import { TracePlayer } from "../../parts/hands/trace";
import { t } from "../../parts/words";
import { SignButton } from "../icons";
import { handOf } from "../panels/position";
import type { Played, Session } from "../session";
import { hasErrors, inFront, topicOf, type State } from "../state";

const MOST_LOOKED_AT = 200;

interface Shown {
  topic: string;
  revision: number;
  played: Played;
}

export function Trials({ state, session }: { state: State; session: Session }) {
  const [trial, setTrial] = useState(0);
  const [shown, show] = useState<Shown | null>(null);
  const [sentence, say] = useState("");
  const [busy, setBusy] = useState(false);
  const topic = topicOf(state);
  if (!topic) return null;

  const look = async (first: number, suits: (played: Played) => boolean = () => true) => {
    setBusy(true);
    say("");
    const { revision } = state;
    try {
      for (let at = Math.max(0, first); at < first + MOST_LOOKED_AT; at += 1) {
        const played = await session.trial(topic.name, at);
        if (typeof played === "string") return say(played);
        if (!suits(played)) continue;
        setTrial(at);
        return show({ topic: topic.name, revision, played });
      }
      say(t("None among the next {count} hands.", { count: MOST_LOOKED_AT }));
    } finally {
      setBusy(false);
    }
  };
  const judged = inFront(topic).combos.length > 0;
  const next = shown === null ? 0 : trial + 1;
  const stands = shown !== null && shown.topic === topic.name;
  const hand = shown && handOf(shown.played.hands, shown.played.kinds);
  return (
    <section class="trials" id="hands" aria-labelledby="trials-title" aria-busy={busy}>
      <div class="section-head">
        <h3 id="trials-title">{t("One hand at a time")}</h3>
      </div>
      <div class="trial-choice">
        {judged &&
          [true, false].map((works) => (
            <button type="button" disabled={busy} onClick={() => look(next, ({ success }) => success === works)}>
              {works ? t("A hand that works") : t("A hand that fails")}
            </button>
          ))}
        <span class="trial-number">
          <SignButton of="back" said={t("Hand before")} disabled={busy || trial === 0} act={() => look(trial - 1)} />
          <label>
            <span class="visually-hidden">{t("Number of the hand")}</span>
            <input
              type="number"
              min={0}
              value={trial}
              onChange={(event) => look(Math.trunc(Number(event.currentTarget.value)) || 0)}
            />
          </label>
          <SignButton of="forward" said={t("Next hand")} disabled={busy} act={() => look(next)} />
        </span>
      </div>
      {sentence && (
        <p class="soft" role="status">
          {sentence}
        </p>
      )}
      {stands && (
        <div class="trial">
          <p class="trial-outcome" role="status">
            <strong>{t("Hand {trial}", { trial: whole(shown.played.trial) })}</strong>{" "}
            <Outcome sample={shown.played} />
          </p>
          {shown.revision !== state.revision && !hasErrors(state) && (
            <p class="soft">
              {t("The deck has changed since.")}{" "}
              <button type="button" class="link" disabled={busy} onClick={() => look(trial)}>
                {t("Deal this hand again")}
              </button>
            </p>
          )}
          <Hands hands={shown.played.hands} kinds={shown.played.kinds} />
          {hand && (
            <button type="button" class="quiet" onClick={() => askAbout(session, hand)}>
              {t("What should I do with this hand?")}
            </button>
          )}
          {shown.played.trace && (
            <TracePlayer
              trace={shown.played.trace}
              kinds={shown.played.kinds}
              title={t("Hand {trial}, step by step", { trial: whole(shown.played.trial) })}
            />
          )}
        </div>
      )}
    </section>
  );
}

/** The panel for that, with these cards. */
function askAbout(session: Session, hand: string[]): void {
  session.choose("advise", { hand, graveyard: [], top: [] });
  session.openPanel("advise", true);
  const summary = document.querySelector<HTMLElement>("#panel-advise > summary");
  summary?.scrollIntoView({ block: "start" });
  summary?.focus({ preventScroll: true });
}
