// Cards and hands, drawn as cards.
//
// What comes in: kinds of cards (name, description, attributes) and hands of them.  What goes out: small
// pictures made of text and CSS alone.  Names are a stranger's, and only ever text.

import { columns } from "./numbers";
import type { Hand, Kind } from "./types";
import { t } from "./words";
import "./cards.css";

const FEWEST = 5; // cards have the size that so many have side by side
const MOST_LARGE = 7; // cards of a larger hand are smaller
const MOST_BRIEF = 3; // columns of a name that is its own sign
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
  return (
    <span
      class={["card", small && "small", moved && "moved", !small && brief(kind) && "brief"].filter(Boolean).join(" ")}
      style={{ "--hue": String(hue) }}
      title={small ? described(kind) : undefined}
    >
      <span class="card-name">{kind.name}</span>
      {!small && (
        <span class="card-sign" aria-hidden="true">
          <span>{sign(kind.name)}</span>
        </span>
      )}
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

/** Whether the name is its own sign, as those of playing cards and tiles are. */
function brief(kind: Kind): boolean {
  return columns(kind.name) <= MOST_BRIEF;
}

function described(kind: Kind): string {
  return [kind.name, kind.description, kind.attributes.join(", ")].filter(Boolean).join(" – ");
}

/** A few letters that stand for a name. */
function sign(name: string): string {
  if (columns(name) <= MOST_BRIEF) return name;
  const chars = [...name];
  const words = name.split(/[\s_\-.]+/u).filter(Boolean);
  if (words.length > 1) return words.map((word) => [...word][0]).slice(0, 3).join("").toUpperCase();
  if (chars[0]!.codePointAt(0)! >= 0x2e80) return chars[0]!;
  return chars[0]!.toUpperCase() + chars[1]!;
}

/** Whose hand it is, or else the zone that it is in. */
function labelOf(hand: Hand): string {
  return hand.seat ?? (zoneName(hand.zone) || hand.zone);
}

/** An opening, zone by zone; the zone is said only where there are several. */
export function Hands({ hands, kinds }: { hands: Hand[]; kinds: Kind[] }) {
  return (
    <div class="hands">
      {hands.map((hand) => (
        <div class="hand">
          {hands.length > 1 && <p class="hand-zone">{labelOf(hand)}</p>}
          <ul
            class={`cards held${hand.cards.length > MOST_LARGE ? " many" : ""}`}
            style={{ "--columns": String(Math.max(hand.cards.length, FEWEST)) }}
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
