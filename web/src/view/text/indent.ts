// Lines too long for their pane go on below their own beginning, not at the margin.
//
// What comes in: the lines that can be seen.  What goes out: a class for each, by how far it is indented.
// Classes, not style attributes, because the page's policy allows none; so there are only so many.

import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

import { decorating } from "./decorating";

const MOST = 24;
const FURTHER = 2; // behind the beginning of the line
const MARGIN = "0.5rem"; // of a line that is not indented, as in text.css

const LINES = Array.from({ length: MOST + 1 }, (_, indent) => Decoration.line({ class: `indent-${indent}` }));

function indented(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let done = -1;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      if (line.from > done) {
        const blanks = line.text.length - line.text.trimStart().length;
        builder.add(line.from, line.from, LINES[Math.min(blanks, MOST)]!);
        done = line.from;
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const rules = Object.fromEntries(
  LINES.map((_, indent) => [
    `& .cm-line.indent-${indent}`,
    { paddingLeft: `calc(${MARGIN} + ${indent + FURTHER}ch)`, textIndent: `-${indent + FURTHER}ch` },
  ]),
);

export const hangingIndent = [decorating(indented), EditorView.theme(rules)];
