// Cards and hands, drawn as cards.
//
// What comes in: kinds of cards (name, description, attributes, perhaps the user's own picture) and hands of
// them.  What goes out: small cards that carry their names, whole wherever there is room.  Names are a
// stranger's, and only ever text.

import { columns } from "../numbers";
import type { Hand, Kind } from "../types";
import { t } from "../words";
import "./cards.css";

const FEWEST = 5; // cards have the size that so many have side by side
const MOST_LARGE = 7; // cards of a larger hand are smaller
const MOST_BRIEF = 3; // columns of a name that is a sign, as those of playing cards and tiles are
/** Columns of longer and longer names, each set smaller. */
const LENGTHS: readonly [number, string][] = [
  [MOST_BRIEF, "brief"],
  [10, "short"],
  [22, "usual"],
  [40, "long"],
];
const GOLDEN_ANGLE = 137.508; // neighbours in the deck file get hues far apart

/** What a zone is called, where its letter has a meaning of old. */
export function zoneName(zone: string): string {
  const [letter = zone, seat] = zone.split(":");
  const names: Record<string, string> = {
    H: t("hand"),
    D: t("deck"),
    F: t("field"),
    B: t("graveyard"),
    J: t("banished"),
  };
  const name = names[letter] ?? "";
  return seat === undefined ? name : t("{zone} of seat {seat}", { zone: name || letter, seat });
}

/** One card; `small` for many of them side by side, `moved` where it has just come. */
export function Card(props: { kind: Kind; hue: number; small?: boolean; moved?: boolean; count?: number }) {
  const { kind, hue, small, moved, count } = props;
  const { picture } = kind;
  const classes = ["card", small ? "small" : lengthOf(kind.name), moved && "moved", picture && "pictured"];
  return (
    <span class={classes.filter(Boolean).join(" ")} style={{ "--hue": String(hue) }} title={described(kind)}>
      {picture && <img class="card-picture" src={picture} alt="" decoding="async" onError={unshown} />}
      <span class="card-name">{kind.name}</span>
      {!small && kind.description && <span class="card-about">{kind.description}</span>}
      {!small && kind.attributes.length > 0 && (
        <span class="card-attributes">{kind.attributes.join(" · ")}</span>
      )}
      {count !== undefined && count > 1 && <span class="card-count">×{count}</span>}
    </span>
  );
}

export function hueOf(index: number): number {
  return Math.round((index * GOLDEN_ANGLE) % 360);
}

/** How long a name is, as far as its size goes. */
function lengthOf(name: string): string {
  return LENGTHS.find(([most]) => columns(name) <= most)?.[1] ?? "longest";
}

/** A picture that cannot be read is none. */
function unshown({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.closest(".card")?.classList.remove("pictured");
  currentTarget.remove();
}

function described(kind: Kind): string {
  return [kind.name, kind.description, kind.attributes.join(", ")].filter(Boolean).join(" – ");
}

/** Whose hand it is, or else the zone that it is in. */
function labelOf(hand: Hand): string {
  return hand.seat ?? (zoneName(hand.zone) || hand.zone);
}

/** Many cards are smaller, and those with names that are signs the smallest. */
function manyOf(hand: Hand, kinds: Kind[]): string {
  return hand.cards.every((card) => columns(kinds[card]!.name) <= MOST_BRIEF) ? " many signs" : " many";
}

/** An opening, zone by zone; the zone is said only where there are several. */
export function Hands({ hands, kinds }: { hands: Hand[]; kinds: Kind[] }) {
  return (
    <div class="hands">
      {hands.map((hand) => (
        <div class="hand">
          {hands.length > 1 && <p class="hand-zone">{labelOf(hand)}</p>}
          <ul
            class={`cards held${hand.cards.length > MOST_LARGE ? manyOf(hand, kinds) : ""}`}
            style={{ "--columns": String(Math.max(hand.cards.length, FEWEST)), "--few": String(FEWEST) }}
            aria-label={labelOf(hand)}
          >
            {hand.cards.map((card) => (
              <li>
                <Card kind={kinds[card]!} hue={hueOf(card)} />
              </li>
            ))}
          </ul>
          {!hand.cards.length && <p class="soft">{t("no card")}</p>}
        </div>
      ))}
    </div>
  );
}
