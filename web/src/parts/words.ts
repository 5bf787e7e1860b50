// The words of the pages.
//
// What comes in: the catalogue of the page's language, by English text.  What goes out: `t`, which gives a
// text in that language, English itself where the catalogue has none.  Texts are constants, so that a
// catalogue can be made of the sources; `{name}` in one stands for a value.  Numbers come formatted.

export type Catalogue = Readonly<Record<string, string>>;

let catalogue: Catalogue = {};

/** From now on speak in the language of that catalogue. */
export function speak(messages: Catalogue): void {
  catalogue = messages;
}

/** The text, translated, with the values in their places. */
export function t(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const found = Object.hasOwn(catalogue, text) ? catalogue[text] : undefined;
  const form = found || text;
  const fill = (whole: string, before: string, name: string, after: string, at: number): string => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = String(values[name]);
    const isOpen = WIDE_END.test(form.slice(0, at)) && WIDE_START.test(value);
    const isClosed = WIDE_END.test(value) && WIDE_START.test(form.slice(at + whole.length));
    return (isOpen ? "" : before) + value + (isClosed ? "" : after);
  };
  return form.replace(/( ?)\{(\w+)\}( ?)/g, fill);
}

/** Sentences, one after the other: with nothing between them in Chinese and Japanese. */
export function sentences(said: readonly string[]): string {
  return said.join(/^(zh|ja)/.test(document.documentElement.lang) ? "" : " ");
}

// A blank parts Chinese or Japanese from what is written in Latin letters, and goes where Chinese or Japanese
// stands on both sides: a card may be called either way.
const WIDE_END = /[\u3000-\u9fff\uf900-\uffef]$/;
const WIDE_START = /^[\u3000-\u9fff\uf900-\uffef]/;

/** The same for what counts something: `{number}` is how many.  A language that has a catalogue has one form
 *  for every number, as Chinese and Japanese do. */
export function tn(
  singular: string,
  plural: string,
  number: number,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = number === 1 || Object.hasOwn(catalogue, singular) ? singular : plural;
  return t(text, { number, ...values });
}
