// Decorations of the lines that can be seen, made anew whenever these, their text or its tree are others.

import { syntaxTree } from "@codemirror/language";
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";

export function decorating(draw: (view: EditorView) => DecorationSet) {
  return ViewPlugin.fromClass(
    class {
      drawn: DecorationSet;

      constructor(view: EditorView) {
        this.drawn = draw(view);
      }

      update(update: ViewUpdate): void {
        const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
        if (update.docChanged || update.viewportChanged || parsed) this.drawn = draw(update.view);
      }
    },
    { decorations: ({ drawn }) => drawn },
  );
}
