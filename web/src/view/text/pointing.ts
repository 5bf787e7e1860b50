// The part of the text that somebody points at elsewhere: in what a card does, in words.
//
// What comes in: an effect of the editor with a range, or null.  What goes out: that part, marked until the next
// effect; it moves with the text that is written around it.

import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

import type { Range } from "./places";

export const pointAt = StateEffect.define<Range | null>();

const POINTED = Decoration.mark({ class: "pointed" });

export const pointed: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marked, { changes, effects }) {
    for (const effect of effects) {
      if (!effect.is(pointAt)) continue;
      const range = effect.value;
      return range && range.from < range.to ? Decoration.set(POINTED.range(range.from, range.to)) : Decoration.none;
    }
    return marked.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
