// The panels of the page: studies of the deck that is edited, each where its question arises.
//
// What comes in: the state and the session.  What goes out: panels (`parts/panels`), and wishes: what they
// ask, what is taken over into the text.

import type { ComponentChildren } from "preact";

import { PANELS } from "../../parts/panels";
import type { Wishes } from "../../parts/panels/kinds";
import { Panel } from "../../parts/panels/panel";
import { t } from "../../parts/words";
import { cardOf } from "./asking";
import { LimitsOfBuild } from "./limits";
import { useLasting } from "../lingering";
import { PositionOfHand } from "./position";
import { Drop, SecondDeck } from "./second";
import type { Session } from "../session";
import { hasErrors, topicOf, type State } from "../state";

interface Here {
  state: State;
  session: Session;
}

/** What is chosen above the answer, by kind. */
const CONTROLS: Readonly<Record<string, (props: Here) => ComponentChildren>> = {
  copies: WhichCard,
  build: LimitsOfBuild,
  advise: PositionOfHand,
  compare: SecondDeck,
};

export function Panels({ kinds, ...here }: Here & { kinds: readonly string[] }) {
  return (
    <div class="panels">
      {kinds.map((kind) => (
        <StudyPanel key={kind} kind={kind} {...here} />
      ))}
    </div>
  );
}

function StudyPanel({ kind, state, session }: Here & { kind: string }) {
  const asked = state.panels.get(kind);
  const shown = PANELS[kind]!;
  const found = asked?.found ?? null;
  const topic = topicOf(state);
  const told = found?.content ?? null;
  const content = told ?? (found === null && topic ? (shown.before?.(state.result!.result, topic) ?? null) : null);
  const asks = asked !== undefined && asked.id !== 0;
  const stale = found !== null && (found.revision !== state.revision || (asks && found.id !== asked.id));
  const old = useLasting(stale || hasErrors(state));
  const Controls = CONTROLS[kind];
  const wishes: Wishes = {
    countOf: (card) => session.countOf(card),
    setCount: (card, count) => session.setCount(card, count),
    setCounts: (counts) => session.setCounts(counts),
    sizes: session.sizes,
    setSize: (size) => session.setSize(size),
    trial: (topic, trial, policy) => session.trial(topic, trial, policy),
  };
  const panel = (
    <Panel
      shown={shown}
      content={content}
      kinds={state.deck?.cards ?? []}
      wishes={wishes}
      name={kind}
      title={shown.title(content)}
      open={asked !== undefined}
      fold={(open) => session.openPanel(kind, open)}
      working={asks && (found === null || stale || found.state === "working") && !hasErrors(state)}
      old={old}
      remark={stale ? (asks ? null : t("The deck has changed since.")) : (found?.error ?? found?.ended)}
      again={found?.error ? () => session.askAgain(kind) : undefined}
      controls={Controls && <Controls state={state} session={session} />}
    />
  );
  return kind === "compare" ? <Drop session={session}>{panel}</Drop> : panel;
}

/** Whose copies are counted. */
function WhichCard({ state, session }: Here) {
  const chosen = cardOf(state, state.chosen.get("copies")?.["card"]);
  const cards = (state.deck?.cards ?? []).filter((card) => !card.filler);
  return (
    <label>
      <span>{t("Card")}</span>{" "}
      <select
        value={chosen ?? ""}
        onChange={(event) => session.choose("copies", { card: event.currentTarget.value })}
      >
        {cards.map((card) => (
          <option value={card.name}>{card.name}</option>
        ))}
      </select>
    </label>
  );
}
