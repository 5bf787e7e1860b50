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
  return (found || text).replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

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
