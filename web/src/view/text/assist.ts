// What the server knows about the place in the text: what could come next, what the word under the pointer
// means, what is wrong with it.
//
// What comes in: the session, which asks.  What goes out: extensions of the editor.  Texts of the server are
// shown as text and never as markup; names in them are a stranger's.

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { linter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";

import { t } from "../../parts/words";
import { plainTitle } from "./fixes";
import { spanOf } from "./places";
import type { Meaning, Proposal, Span } from "../protocol";
import { classOf } from "./scripts";
import { pieces } from "../../parts/sentence";
import type { Session } from "../session";
import type { Problem } from "../state";
import { tokens } from "./tokens";

const HOVER_PAUSE = 250;
const LONGEST_DETAIL = 44;

export function assistance(session: Session): Extension {
  return [
    // No source of its own: mistakes come from the server, when it has read a text.
    linter(null),
    autocompletion({
      override: [(context) => proposals(session, context)],
      icons: false,
      maxRenderedOptions: 60,
    }),
    hoverTooltip(
      async (view, offset) => {
        const reply = await session.ask("hover", offset);
        const known = reply?.hover as Meaning | null | undefined;
        if (!known) return null;
        const { from, to } = spanOf(view.state.doc, known.range);
        return { pos: from, end: to, above: true, create: () => ({ dom: meaning(known) }) };
      },
      { hoverTime: HOVER_PAUSE },
    ),
  ];
}

// Completion -----------------------------------------------------------------------------------------

/** Where proposals come unbidden: within a word, and behind what begins something. */
const WITHIN = /[\p{L}\p{N}_-]$/u;
const BEGINS = /(?:[(.:"]|:\s)$/u;

async function proposals(session: Session, context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  if (!explicit && !WITHIN.test(before) && !BEGINS.test(before)) return null;
  const reply = await session.ask("complete", pos);
  const items = reply?.items as Proposal[] | undefined;
  if (!items?.length || context.aborted) return null;
  const { from, to } = spanOf(state.doc, items[0]!.range);
  const fitting = items.filter((item) => same(item.range, items[0]!.range));
  if (!explicit && fitting.length === 1 && fitting[0]!.text === state.sliceDoc(from, to)) return null;
  return { from, to, options: fitting.map(option), filter: false };
}

function option({ label, text, about }: Proposal): Completion {
  // Few words stand beside the label, many in a box of their own.
  const long = about.length > LONGEST_DETAIL;
  return {
    label,
    apply: text,
    detail: long ? undefined : about,
    info: long ? () => box("hover-text", about) : undefined,
  };
}

function same(one: Span, other: Span): boolean {
  return one.line === other.line && one.column === other.column && one.end_column === other.end_column;
}

// Meaning --------------------------------------------------------------------------------------------

function meaning({ kind, title, summary, facts, code, words }: Meaning): HTMLElement {
  const made = element("div", "hover");
  const head = element("p", "hover-title");
  head.append(element("code", "", title), " ", element("span", "hover-kind", kind));
  made.append(head);
  if (summary) made.append(box("hover-summary", summary));
  for (const fact of facts) made.append(element("p", "hover-text", fact));
  for (const script of code) made.append(scriptBox(script));
  for (const runs of words) {
    const said = element("p", "hover-words");
    said.append(...runs.map(({ text, here }) => (here ? element("mark", "", text) : text)));
    made.append(said);
  }
  return made;
}

function box(className: string, text: string): HTMLElement {
  const made = element("div", className);
  for (const paragraph of text.split(/\n{2,}/)) made.append(sentence("", paragraph));
  return made;
}

function sentence(className: string, text: string): HTMLElement {
  const made = element("p", className);
  made.append(...pieces(text).map((piece, at) => (at % 2 ? element("code", "", piece) : piece)));
  return made;
}

function scriptBox(script: string): HTMLElement {
  const made = element("pre", "hover-script");
  let at = 0;
  for (const { from, to, scope } of tokens(script)) {
    made.append(script.slice(at, from), element("span", classOf(scope), script.slice(from, to)));
    at = to;
  }
  made.append(script.slice(at));
  return made;
}

// Mistakes -------------------------------------------------------------------------------------------

export function marks(state: EditorState, problems: readonly Problem[], session: Session): TransactionSpec {
  return setDiagnostics(
    state,
    problems.map((problem) => diagnostic(problem, session)),
  );
}

function diagnostic(problem: Problem, session: Session): Diagnostic {
  const { from, to, severity, message } = problem;
  return {
    from,
    to,
    severity,
    message,
    markClass: `mark-${severity}`,
    renderMessage: () => explained(problem),
    actions: problem.fixes.map((fix) => ({ name: plainTitle(fix), apply: () => session.mend(fix) })),
  };
}

function explained({ message, hint, code, severity }: Problem): HTMLElement {
  const made = element("div", "mistake");
  made.append(sentence("", `${severityName(severity)}: ${message}`));
  if (hint) made.append(sentence("mistake-hint", hint));
  made.append(element("p", "mistake-code", code));
  return made;
}

export function severityName(severity: Problem["severity"]): string {
  if (severity === "error") return t("Mistake");
  return severity === "warning" ? t("Warning") : t("Note");
}

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
