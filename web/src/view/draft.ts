// A first deck, as fields, and its text.
//
// What comes in: numbers, and names that somebody typed.  What goes out: the text of a deck file, which says
// the same as the fields and reads like one that a person wrote.  Names are quoted wherever YAML or a
// condition needs it.

import { t } from "../parts/words";

export interface DraftCard {
  name: string;
  count: number;
  /** Becomes an attribute. */
  role: string;
}

/** So many at least of a role or of a card; 0 means none at all. */
export interface Want {
  least: number;
  of: "role" | "card";
  name: string;
}

export interface Draft {
  size: number;
  hand: number;
  cards: readonly DraftCard[];
  wants: readonly Want[];
}

export function firstDraft(): Draft {
  const role = t("starter");
  return {
    size: 40,
    hand: 5,
    cards: [{ name: "", count: 3, role }],
    wants: [{ least: 1, of: "role", name: role }],
  };
}

const USUAL_HAND = 5;

/** The deck file; empty as long as no card has a name. */
export function textOf(draft: Draft): string {
  const cards = draft.cards.filter((card) => card.name.trim());
  if (!cards.length) return "";
  const lines = ["deck:", `  size: ${draft.size}`, "  cards:"];
  for (const { name, count, role } of cards) {
    lines.push(`    ${scalar(name.trim())}:`, `      count: ${count}`);
    if (role.trim()) lines.push(`      attribute: [${scalar(role.trim())}]`);
  }
  lines.push(`    ${scalar(otherName(cards))}:`, "      count: -1");
  lines.push("simulate:", "  tests:", `    ${scalar(t("opening"))}:`);
  if (draft.hand !== USUAL_HAND) lines.push(`      start-card: ${draft.hand}`);
  lines.push("      combos:", `        ${scalar(t("good hand"))}:`, "          hand:");
  const wants = wanted(draft.wants, cards);
  lines.push(...wants.map((want) => `            - ${want}`));
  return lines.join("\n") + "\n";
}

/** The conditions that name something there is; at least one, which asks for the first card. */
function wanted(wants: readonly Want[], cards: readonly DraftCard[]): string[] {
  const known = wants.filter(({ of, name }) =>
    cards.some((card) => (of === "card" ? card.name : card.role).trim() === name && name),
  );
  const asked = known.length ? known : [{ least: 1, of: "card" as const, name: cards[0]!.name.trim() }];
  return asked.map(({ least, of, name }) => `${least}x ${of === "role" ? "a:" : ""}${inCondition(name)}`);
}

/** The rest of the deck, under a name that no card has. */
function otherName(cards: readonly DraftCard[]): string {
  let name = t("other cards");
  while (cards.some((card) => card.name.trim() === name)) name += " +";
  return name;
}

/** A name as YAML takes it. */
function scalar(name: string): string {
  return /^[\p{L}\p{N}_](?:[\p{L}\p{N} _-]*[\p{L}\p{N}_-])?$/u.test(name)
    ? name
    : `'${name.replaceAll("'", "''")}'`;
}

/** A name as a condition takes it, behind something that YAML does not take for a quotation mark. */
function inCondition(name: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
