// What can be undone, from one visit to the next.
//
// What comes in: the editor's state; or what was kept of one, which may be anything.  What goes out: its history as
// data, the oldest left out where it is too long; or a state with that history.  One is only taken if all of it can
// be undone and redone, so nothing that does not fit the text is ever met later.

import { history, historyField, redo, undo } from "@codemirror/commands";
import { EditorState, type Extension, type StateCommand } from "@codemirror/state";

/** Characters of a history as JSON. */
const LONGEST = 200_000;

interface Kept {
  done: unknown[];
  undone: unknown[];
}

const FIELDS = { history: historyField };

/** What there is to undo and to redo, the nearest first where not all of it has room. */
export function historyOf(state: EditorState): Kept {
  const { history } = state.toJSON(FIELDS) as { history: Kept };
  let room = LONGEST;
  const kept = (events: unknown[]): unknown[] => {
    let from = events.length;
    while (from > 0 && (room -= JSON.stringify(events[from - 1]).length) > 0) from -= 1;
    return events.slice(from);
  };
  return { done: kept(history.done), undone: kept(history.undone) };
}

/** A state with that text, and with that history where there is one that fits. */
export function stateWith(text: string, past: unknown, extensions: Extension): EditorState {
  const fresh = EditorState.create({ doc: text, extensions });
  if (!past) return fresh;
  const kept = { ...(fresh.toJSON() as object), history: past };
  try {
    const tried = EditorState.fromJSON(kept, { extensions: history() }, FIELDS);
    gone(gone(tried, undo), redo);
    return EditorState.fromJSON(kept, { extensions }, FIELDS);
  } catch {
    return fresh;
  }
}

/** The state after as many such steps as there are. */
function gone(state: EditorState, step: StateCommand): EditorState {
  let at = state;
  while (step({ state: at, dispatch: (transaction) => (at = transaction.state) }));
  return at;
}
