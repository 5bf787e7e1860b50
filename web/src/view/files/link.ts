// A deck in the fragment of an address, which no server is told: `#d=` and the text, packed (deflate, base64url), and
// `&topic=`, what is looked at.
//
// What comes in: both, or a fragment from anybody.  What goes out: the other; an error for what is no text of
// ours.  How much it unpacks to is counted while it is unpacked.  Nothing in a link has anything worked on but the
// text itself: so no panels are opened by one.

export const LONGEST_FRAGMENT = 64 * 1024;
const LONGEST_TEXT = 2 ** 20;

export interface Linked {
  text: string;
  topic: string | null;
}

export async function packed({ text, topic }: Linked): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
  const d = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `#${new URLSearchParams({ d, ...(topic !== null && { topic }) })}`;
}

/** What a fragment holds; null where it is about something else. */
export async function unpacked(fragment: string): Promise<Linked | null> {
  if (!fragment.startsWith("#d=")) return null;
  if (fragment.length > LONGEST_FRAGMENT) throw new Error("too long");
  const parts = new URLSearchParams(fragment.slice(1));
  const letters = atob(parts.get("d")!.replaceAll("-", "+").replaceAll("_", "/"));
  const data = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), topic: parts.get("topic") || null };
    size += value.length;
    if (size > LONGEST_TEXT) {
      void reader.cancel();
      throw new Error("too large");
    }
    text += decoder.decode(value, { stream: true });
  }
}
