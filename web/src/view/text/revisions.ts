// The numbers of the texts that were sent, and where places of an older text lie in the newest one.
//
// What comes in: each change of the document.  What goes out: the number of the newest text and, for the
// number that an answer of the server bears, the older text and the changes since.  Only the last few hundred
// are kept: an answer to an older one comes too late to be of use, and `since` gives null.

import { ChangeSet, type ChangeDesc, type Text } from "@codemirror/state";

export interface Since {
  doc: Text;
  changes: ChangeDesc;
}

const MOST = 500;

interface Step {
  revision: number; // of the text before the change
  before: Text;
  changes: ChangeDesc;
}

export class Revisions {
  private steps: Step[] = [];
  newest = 0;

  /** The next text came of that change of the one before. */
  add(before: Text, changes: ChangeDesc): void {
    this.steps.push({ revision: this.newest, before, changes });
    this.newest += 1;
    if (this.steps.length > MOST) this.steps.shift();
  }

  /** The text of that number, and the changes from it to the newest, which is given. */
  since(revision: number, newest: Text): Since | null {
    if (revision === this.newest) return { doc: newest, changes: ChangeSet.empty(newest.length).desc };
    const first = this.steps.findIndex((step) => step.revision === revision);
    if (first < 0) return null;
    const { before, changes } = this.steps[first]!;
    const rest = this.steps.slice(first + 1);
    return { doc: before, changes: rest.reduce((all, step) => all.composeDesc(step.changes), changes) };
  }
}
