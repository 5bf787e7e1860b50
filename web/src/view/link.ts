// A deck in the fragment of an address, which no server is told: `#d=` and the text, packed (deflate, base64url).
//
// What comes in: a text, or a fragment from anybody.  What goes out: the other; an error for what is no text of
// ours.  How much it unpacks to is counted while it is unpacked.

export const LONGEST_FRAGMENT = 64 * 1024;
const LONGEST_TEXT = 2 ** 20;
const BEFORE = "#d=";

export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
  return BEFORE + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text; null where the fragment is about something else. */
export async function unpacked(fragment: string): Promise<string | null> {
  if (!fragment.startsWith(BEFORE)) return null;
  if (fragment.length > LONGEST_FRAGMENT) throw new Error("too long");
  const letters = atob(fragment.slice(BEFORE.length).replaceAll("-", "+").replaceAll("_", "/"));
  const data = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > LONGEST_TEXT) {
      void reader.cancel();
      throw new Error("too large");
    }
    text += decoder.decode(value, { stream: true });
  }
}
