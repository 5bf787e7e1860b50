// The engine's memory as it was once begun and warm (`engine/frozen.ts`), kept by this browser: a later visit takes
// it up in a tenth of the time.
//
// What comes in: for which parts, and that memory.  What goes out: the memory, where there is one that was made of
// the same parts by the same browser.  It may be gone at any time, or not be kept at all.

import type { Places } from "./parts";

const KEPT = "yisp frozen";

function address({ python, library, engine }: Places): string {
  const made = [python, library, engine].map(({ integrity }) => integrity);
  return `${folder()}frozen?${encodeURIComponent([...made, navigator.userAgent].join(" "))}`;
}

function folder(): string {
  return new URL(".", location.href).href;
}

export async function kept(places: Places): Promise<ArrayBuffer | null> {
  try {
    const found = await (await caches.open(KEPT)).match(address(places));
    return (await found?.arrayBuffer()) ?? null;
  } catch {
    return null; // this browser keeps nothing
  }
}

/** Keeps it in place of any other of this page; with null, keeps none. */
export async function keep(places: Places, frozen: ArrayBuffer | null): Promise<void> {
  try {
    const cache = await caches.open(KEPT);
    const ours = (await cache.keys()).filter(({ url }) => url.startsWith(`${folder()}frozen?`));
    await Promise.all(ours.map((one) => cache.delete(one)));
    if (frozen) await cache.put(address(places), new Response(frozen));
  } catch {
    // It will be begun anew.
  }
}
