// The mistakes below the text, in sentences: for those who look there, who listen, or who have no pointer to
// hover with.

import { t, tn } from "../../parts/words";
import { severityName } from "./assist";
import { Sentence } from "../../parts/sentence";
import { Spoken } from "../../parts/spoken";
import { Icon } from "../icons";
import type { Session } from "../session";
import type { Problem, State } from "../state";

const PAUSE = 1000;
const MOST = 50;

export function Problems({ state, session }: { state: State; session: Session }) {
  const { problems } = state;
  const summary = summaryOf(state);
  return (
    <div class={`problems${problems.length ? "" : " none"}`}>
      <p class="problems-summary">{summary}</p>
      <ul class="problem-list">
        {problems.slice(0, MOST).map((problem) => (
          <li class={problem.severity}>
            <button type="button" onClick={() => session.goTo(problem.from, problem.to)}>
              <span class="problem-line">{problem.line}</span>
              <span class="problem-text">
                <span class="visually-hidden">{severityName(problem.severity)}: </span>
                <Sentence text={problem.message} />
                {problem.hint && (
                  <span class="problem-hint">
                    <Sentence text={problem.hint} />
                  </span>
                )}
              </span>
            </button>
            {problem.fixes.length > 0 && <Fixes problem={problem} session={session} />}
          </li>
        ))}
      </ul>
      <Spoken sentence={summary} pause={PAUSE} />
    </div>
  );
}

/** What mends it, a button for each way. */
function Fixes({ problem, session }: { problem: Problem; session: Session }) {
  return (
    <p class="problem-fixes">
      {problem.fixes.map((fix) => (
        <button type="button" class="problem-fix" onClick={() => session.mend(fix)}>
          <Icon of="mend" />
          <Sentence text={fix.title} />
        </button>
      ))}
    </p>
  );
}

function summaryOf({ problems, text, waits }: State): string {
  if (waits) return t("Not looked at yet");
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const warnings = problems.length - errors;
  if (errors && warnings) {
    return t("{errors}, {warnings}", { errors: mistakes(errors), warnings: warningsOf(warnings) });
  }
  if (errors) return mistakes(errors);
  if (warnings) return warningsOf(warnings);
  return text.trim() ? t("No mistakes") : "";
}

function mistakes(number: number): string {
  return tn("{number} mistake", "{number} mistakes", number);
}

function warningsOf(number: number): string {
  return tn("{number} warning", "{number} warnings", number);
}
