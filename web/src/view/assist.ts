// What the server knows about the place in the text: what could come next, what the word under the pointer means, what
// is wrong with it.
//
// What comes in: the session, which asks.  What goes out: extensions of the editor.  Texts of the server are shown as
// text and never as markup; names in them are a stranger's.

import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { linter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { EditorState, Extension, TransactionSpec } from "@codemirror/state";
import { EditorView, hoverTooltip } from "@codemirror/view";

import { t } from "../parts/words";
import { offsetOf, rangeOf } from "./places";
import type { Place, Proposal, Section } from "./protocol";
import type { Session } from "./session";
import type { Problem } from "./state";

const HOVER_PAUSE = 250;

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
        const sections = reply?.sections as Section[] | undefined;
        if (!sections?.length || offset > view.state.doc.length) return null;
        const { from, to } = rangeOf(view.state.doc, reply as unknown as Place);
        return { pos: from, end: to, above: true, create: () => ({ dom: meaning(sections) }) };
      },
      { hoverTime: HOVER_PAUSE },
    ),
  ];
}

// Completion -----------------------------------------------------------------------------------------

/** Characters after which proposals are asked for unbidden: those of words, and those that begin something. */
const BEGINS = /[\p{L}\p{N}_\-.(:"' [{,]$/u;

async function proposals(session: Session, context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.state.doc.lineAt(context.pos);
  const text = before.text.slice(0, context.pos - before.from);
  if (!context.explicit && !BEGINS.test(text)) return null;
  const reply = await session.ask("complete", context.pos);
  const items = reply?.items as Proposal[] | undefined;
  if (!items?.length || context.aborted) return null;
  const { from, to } = reply as unknown as { from: number; to: number };
  const { doc } = context.state;
  if (!context.explicit && from === to && !/[(.:"]$/.test(text)) return null;
  return {
    from: offsetOf(doc, before.number, from),
    to: offsetOf(doc, before.number, to),
    options: items.map((item, place) => option(item, items.length - place)),
    filter: false,
  };
}

function option(item: Proposal, rank: number): Completion {
  return {
    label: item.label,
    apply: item.insert,
    detail: item.detail ?? undefined,
    info: item.documentation ? () => paragraphs(item.documentation!) : undefined,
    boost: Math.min(99, rank),
  };
}

// Meaning --------------------------------------------------------------------------------------------

function meaning(sections: readonly Section[]): HTMLElement {
  const box = element("div", "hover");
  for (const { title, text } of sections) {
    if (title) box.append(element("p", "hover-title", title));
    if (text) box.append(...paragraphs(text).childNodes);
  }
  return box;
}

function paragraphs(text: string): HTMLElement {
  const box = element("div", "hover-text");
  for (const paragraph of text.split("\n\n")) box.append(element("p", "", paragraph));
  return box;
}

// Mistakes -------------------------------------------------------------------------------------------

export function marks(state: EditorState, problems: readonly Problem[]): TransactionSpec {
  return setDiagnostics(state, problems.map(diagnostic));
}

function diagnostic(problem: Problem): Diagnostic {
  const { from, to, severity, message } = problem;
  return { from, to, severity, message, markClass: `mark-${severity}`, renderMessage: () => explained(problem) };
}

function explained({ message, hint, code, severity }: Problem): HTMLElement {
  const box = element("div", "mistake");
  box.append(element("p", "", `${severityName(severity)}: ${message}`));
  if (hint) box.append(element("p", "mistake-hint", hint));
  box.append(element("p", "mistake-code", code));
  return box;
}

export function severityName(severity: Problem["severity"]): string {
  if (severity === "error") return t("Mistake");
  return severity === "warning" ? t("Doubt") : t("Note");
}

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
