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
