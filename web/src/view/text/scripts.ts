// Where scripts stand in a deck file, and their colours.
//
// What comes in: the tree of the YAML.  What goes out: a mark for each piece of a script that can be seen.
// Which keys hold scripts is listed in script-keys.json (a test holds it against the keys of the deck file).
// Escapes of quoted scalars are coloured as they are written.

import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder, type EditorState } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

import { decorating } from "./decorating";
import keys from "./script-keys.json";
import { tokens } from "./tokens";

const PATTERNS = keys.map((path) => path.split("."));
const MARKS = new Map<string, Decoration>();

/** Whether a scalar of the deck file is a script. */
function isScript(state: EditorState, node: SyntaxNode): boolean {
  const path = pathOf(state, node);
  return PATTERNS.some(
    (pattern) =>
      pattern.length === path.length && pattern.every((part, index) => part === "*" || part === path[index]),
  );
}

/** The keys above a scalar, outermost first. */
function pathOf(state: EditorState, node: SyntaxNode): string[] {
  const path: string[] = [];
  for (let above = node.parent; above; above = above.parent) {
    if (above.name !== "Pair") continue;
    const key = above.getChild("Key");
    path.unshift(key ? unquoted(state.sliceDoc(key.from, key.to)) : "");
  }
  return path;
}

function unquoted(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

/** The classes of a piece of a script; text.css has their colours. */
export function classOf(scope: string): string {
  return `script-${scope.split(".").join(" script-")}`;
}

function markOf(scope: string): Decoration {
  let mark = MARKS.get(scope);
  if (!mark) {
    mark = Decoration.mark({ class: classOf(scope) });
    MARKS.set(scope, mark);
  }
  return mark;
}

function coloured(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { state } = view;
  let done = -1;
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (reference) => {
        const { name } = reference;
        if (name === "Key") return false;
        if (name !== "Literal" && name !== "QuotedLiteral" && name !== "BlockLiteralContent") return true;
        if (reference.from <= done || !isScript(state, reference.node)) return false;
        done = reference.from;
        const quote = name === "QuotedLiteral" ? 1 : 0;
        const start = reference.from + quote;
        for (const token of tokens(state.sliceDoc(start, reference.to - quote))) {
          builder.add(start + token.from, start + token.to, markOf(token.scope));
        }
        return false;
      },
    });
  }
  return builder.finish();
}

export const scriptColours = decorating(coloured);
