// Sentences in which words between backticks are code.

import type { ComponentChildren } from "preact";

/** The pieces of a sentence, those that are code at the odd places. */
export function pieces(sentence: string): string[] {
  return sentence.split("`");
}

export function Sentence({ text }: { text: string }): ComponentChildren {
  return pieces(text).map((piece, at) => (at % 2 ? <code>{piece}</code> : piece));
}
