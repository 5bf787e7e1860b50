// A first deck, as fields, and its text.
//
// What comes in: numbers, and names that somebody typed.  What goes out: the text of a deck file, which says
// the same as the fields and reads like one that a person wrote.  Names are quoted wherever YAML or a
// condition needs it.  What is wanted names a role or a card; it keeps to it while that is renamed.  Where it
// names nothing any more, the text says so as well, and is no deck until somebody has chosen.

import { t } from "../../parts/words";

export interface DraftCard {
  /** Tells cards apart, whatever they are called. */
  id: number;
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
    cards: [{ id: 0, name: "", count: 3, role }],
    wants: [{ least: 1, of: "role", name: role }],
  };
}

/** One more card, of the role that the last one has. */
export function anotherCard(cards: readonly DraftCard[]): DraftCard {
  const id = 1 + Math.max(...cards.map((card) => card.id));
  return { id, name: "", count: 3, role: cards.at(-1)?.role ?? "" };
}

/** The cards that the text has. */
export function named(cards: readonly DraftCard[]): readonly DraftCard[] {
  return cards.filter((card) => card.name.trim());
}

/** Whether a card before has that name. */
export function isTaken(cards: readonly DraftCard[], at: number): boolean {
  const name = cards[at]!.name.trim();
  return name !== "" && cards.slice(0, at).some((card) => card.name.trim() === name);
}

/** Whether there is what is wanted. */
export function isThere({ of, name }: Want, cards: readonly DraftCard[]): boolean {
  return name !== "" && named(cards).some((card) => called(card, of) === name);
}

function called(card: DraftCard, of: Want["of"]): string {
  return (of === "card" ? card.name : card.role).trim();
}

/** The draft after a card's name or role is another one, as it is letter by letter; `begun` is how the draft
 *  was before the first of them.
 *
 *  A want goes with a name that nobody else has.  It stays where it was if something else is wanted under the
 *  new name already: then the card was given another role, and nobody knows what is wanted now. */
export function renamed(draft: Draft, begun: Draft, id: number, of: Want["of"], to: string): Draft {
  const part = of === "card" ? "name" : "role";
  const cards = draft.cards.map((card) => (card.id === id ? { ...card, [part]: to } : card));
  const old = called(begun.cards.find((card) => card.id === id)!, of);
  const others = begun.cards.filter((card) => card.id !== id);
  const shared = (old === "" ? others : named(others)).some((card) => called(card, of) === old);
  const taken = begun.wants.some((want) => want.of === of && want.name !== old && want.name === to.trim());
  if (shared || taken) return { ...draft, cards, wants: begun.wants };
  const follows = (want: Want) => want.of === of && want.name === old;
  const wants = begun.wants.map((want) => (follows(want) ? { ...want, name: to.trim() } : want));
  return { ...draft, cards, wants };
}

const USUAL_HAND = 5;

/** The deck file; empty as long as no card has a name. */
export function textOf(draft: Draft): string {
  const cards = named(draft.cards);
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
  lines.push(...draft.wants.map((want) => `            - ${item(want, cards)}`));
  return lines.join("\n") + "\n";
}

/** The condition; one that is missing, which is a mistake, where there is nothing of that name. */
function item(want: Want, cards: readonly DraftCard[]): string {
  const { least, of, name } = want;
  if (!isThere(want, cards)) return `${least}x ""`;
  const condition = `${least}x ${of === "role" ? "a:" : ""}${inCondition(name)}`;
  return /: | #/.test(condition) ? inQuotes(condition) : condition;
}

/** The rest of the deck, under a name that no card has. */
function otherName(cards: readonly DraftCard[]): string {
  let name = t("other cards");
  while (cards.some((card) => card.name.trim() === name)) name += " +";
  return name;
}

/** A name as YAML takes it. */
function scalar(name: string): string {
  return /^[\p{L}\p{N}_](?:[\p{L}\p{N} _-]*[\p{L}\p{N}_-])?$/u.test(name) ? name : inQuotes(name);
}

/** A text in quotation marks of YAML. */
function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as a condition takes it, behind something that YAML does not take for a quotation mark. */
function inCondition(name: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
