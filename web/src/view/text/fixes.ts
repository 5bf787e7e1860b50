// Edits that mend a mistake: asked for when nothing has been typed for a moment, and made with one click.
//
// What comes in: the answer of the server, and the problems that are shown.  What goes out: the same problems
// with their fixes, as changes of the text in the editor.  A fix is of one text: with the next one it is gone,
// until the server has looked at that.

import type { Text } from "@codemirror/state";

import { spanOf } from "./places";
import type { Edit, FixItem } from "../protocol";
import type { Problem } from "../state";

export const PAUSE_BEFORE_FIXES = 250;

export interface Fix {
  title: string;
  changes: readonly { from: number; to: number; insert: string }[];
}

/** The problems, each with what mends it in that text. */
export function withFixes(problems: readonly Problem[], found: readonly FixItem[], doc: Text): Problem[] {
  return problems.map((problem) => ({
    ...problem,
    fixes: found
      .filter(({ code, range }) => code === problem.code && spanOf(doc, range).from === problem.from)
      .map(({ title, edits }) => ({ title, changes: edits.map((edit) => changeOf(edit, doc)) })),
  }));
}

export function changeOf({ range, text }: Edit, doc: Text): Fix["changes"][number] {
  return { ...spanOf(doc, range), insert: text };
}

/** A fix without the marks around pieces of a script, for where only plain text is shown. */
export function plainTitle({ title }: Fix): string {
  return title.replaceAll("`", "");
}
