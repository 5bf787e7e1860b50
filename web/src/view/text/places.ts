// Places of the server (lines from 1, columns from 1 in characters) and offsets of the editor (UTF-16 units).
//
// What comes in: a document and a place in it.  What goes out: an offset, or the other way round.  A place
// outside of the document is moved to its nearest end.

import type { Text } from "@codemirror/state";
import type { Place, Span } from "../protocol";

export interface Range {
  from: number;
  to: number;
}

export function offsetOf(doc: Text, line: number, column: number): number {
  if (line < 1) return 0;
  if (line > doc.lines) return doc.length;
  const { from, text } = doc.line(line);
  return from + unitsOf(text, column - 1);
}

export function rangeOf(doc: Text, place: Place): Range {
  const from = offsetOf(doc, place.line, place.column);
  const { to, text, from: start } = doc.lineAt(from);
  return { from, to: Math.min(to, from + unitsOf(text.slice(from - start), place.length)) };
}

export function spanOf(doc: Text, span: Span): Range {
  return { from: offsetOf(doc, span.line, span.column), to: offsetOf(doc, span.end_line, span.end_column) };
}

export function placeOf(doc: Text, offset: number): { line: number; column: number } {
  const { number, from, text } = doc.lineAt(offset);
  return { line: number, column: [...text.slice(0, offset - from)].length + 1 };
}

/** How many UTF-16 units the first so many characters of a text take. */
function unitsOf(text: string, characters: number): number {
  let units = 0;
  for (const character of text) {
    if (characters <= 0) break;
    units += character.length;
    characters -= 1;
  }
  return units;
}
