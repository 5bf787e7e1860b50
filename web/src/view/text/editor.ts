// The editor: CodeMirror for a deck file.
//
// What comes in: the text to begin with, and the session, which hears of every change.  What goes out: an
// EditorView.  Its colours are variables of page.css; what it says itself goes through `t` like everything
// else.

import {
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

import { t } from "../../parts/words";
import { assistance } from "./assist";
import { hangingIndent } from "./indent";
import { pointed } from "./pointing";
import { scriptColours } from "./scripts";
import type { Session } from "../session";
import { stateWith } from "./undoing";

/** What somebody does letter by letter. */
const TYPED = ["input.type", "input.complete", "input.fields", "delete", "undo", "redo"];

export function openEditor(parent: HTMLElement, text: string, session: Session, nonce: string): EditorView {
  const view = new EditorView({
    parent,
    state: stateWith(text, session.home?.history, [
      EditorView.cspNonce.of(nonce),
      EditorState.phrases.of(phrases()),
      EditorState.tabSize.of(2),
      indentUnit.of("  "),
      lineNumbers(),
      foldGutter({ openText: "▾", closedText: "▸" }),
      codeFolding(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      search({ top: true }),
      EditorView.lineWrapping,
      hangingIndent,
      yaml(),
      syntaxHighlighting(classHighlighter),
      Prec.highest(scriptColours),
      assistance(session),
      pointed,
      keymap.of([
        { key: "Tab", run: acceptCompletion },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      EditorView.contentAttributes.of({
        "aria-label": t("Deck file. Escape, then Tab, leaves the editor."),
        tabindex: "0", // focusable anyway, but not every tool knows
        autocapitalize: "off",
        autocorrect: "off",
        spellcheck: "false",
      }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        const typed = update.transactions.every((one) => TYPED.some((event) => one.isUserEvent(event)));
        session.changed(update.startState.doc, update.changes, typed);
      }),
    ]),
  });
  session.attach(view);
  return view;
}

/** What CodeMirror says to those who search, or who do not see. */
function phrases(): Record<string, string> {
  return {
    Find: t("Find"),
    Replace: t("Replace"),
    next: t("next"),
    previous: t("previous"),
    all: t("all"),
    "match case": t("match case"),
    "by word": t("by word"),
    regexp: t("pattern"),
    replace: t("replace"),
    "replace all": t("replace all"),
    close: t("close"),
    "Fold line": t("Fold line"),
    "Unfold line": t("Unfold line"),
    Completions: t("Proposals"),
    Diagnostics: t("Mistakes"),
    "No diagnostics": t("No mistakes"),
  };
}
