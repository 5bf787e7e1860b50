// The user's own pictures of cards: where our server has them.
//
// What comes in: kinds of cards as the server tells of them.  What goes out: the same, with addresses that the
// browser may ask for: those of the server lack what lets this page in.

import type { Kind } from "../../parts/types";

export function withPictures(kinds: readonly Kind[]): Kind[] {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  return kinds.map((kind) =>
    kind.picture ? { ...kind, picture: `${kind.picture}&token=${encodeURIComponent(token)}` } : kind,
  );
}
