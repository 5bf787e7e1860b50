// What was tried, the newest on top: what each version changed and how it did, and the way back to it.
//
// What comes in: the versions of the state, and the topic that is looked at.  What goes out: the wish to have
// the text of one of them again, which the editor takes as a change like any other.

import { rateKnown } from "../../parts/numbers";
import { t } from "../../parts/words";
import { whatChanged, type Version } from "./history";
import { Icon } from "../icons";
import type { Session } from "../session";
import { topicOf, type State } from "../state";

export function Past({ state, session }: { state: State; session: Session }) {
  const { versions } = state.history;
  if (versions.length < 2) return null;
  const topic = topicOf(state)?.name ?? null;
  return (
    <section class="past" id="tried" aria-labelledby="past-title">
      <div class="section-head">
        <h3 id="past-title">{t("What you tried")}</h3>
      </div>
      <ol class="past-list" reversed>
        {[...versions].reverse().map((version) => (
          <Row key={version.id} version={version} topic={topic} state={state} session={session} />
        ))}
      </ol>
    </section>
  );
}

function Row(props: { version: Version; topic: string | null; state: State; session: Session }) {
  const { version, topic, state, session } = props;
  const current = version.text === state.text;
  const pinned = version.text === state.pinned?.text;
  return (
    <li aria-current={current ? "true" : undefined}>
      <span class="past-what">
        {pinned && (
          <>
            <Icon of="pin" />
            <span class="visually-hidden">{t("pinned")}: </span>
          </>
        )}
        {whatChanged(version)}
      </span>
      <Rate version={version} topic={topic} />
      {current ? (
        <span class="past-now">{t("now in the text")}</span>
      ) : (
        <button
          type="button"
          class="link"
          aria-label={t("Back to this: {version}", { version: whatChanged(version) })}
          onClick={() => session.backTo(version)}
        >
          {t("Back to this")}
        </button>
      )}
    </li>
  );
}

/** How the topic that is looked at did, as far as it was known when the text was left. */
function Rate({ version, topic }: { version: Version; topic: string | null }) {
  const seen = version.topics.find(({ name }) => name === topic);
  if (!seen || seen.success.rate === null) return <span class="past-rate">–</span>;
  const { value, beside } = rateKnown(seen.success);
  return (
    <span class="past-rate">
      <strong>{value}</strong> {seen.method === "exact" ? "" : beside}
    </span>
  );
}
