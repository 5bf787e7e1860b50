// Effects as parts: the shapes of what the server says of them, and what a part is that somebody has just chosen.
//
// What comes in: the menus (yisp/parts/menus.py) and the names of a deck.  What goes out: parts as data.  Nothing here
// knows any part by name but the script that is none.

/** A part: its name, and its fields. */
export interface Made {
  part: string;
  [field: string]: unknown;
}

export interface Effect {
  when: { once: boolean; first: boolean; zones: string[]; event: string | null };
  before: Made[];
  activates: boolean;
  then: Made[];
  /** Whether all of it is parts. */
  whole?: boolean;
}

export type Field =
  | { is: "one"; room: string }
  | { is: "row"; room: string; least: number }
  | { is: "name" | "tags"; name: string }
  | { is: "whole" };

export interface MenuPart {
  part: string;
  /** What it is called, with its fields in braces. */
  words: string;
  fields: Record<string, Field>;
  first: Made;
}

export interface Menus {
  /** An effect to begin with. */
  first: Effect;
  rooms: Record<string, MenuPart[]>;
  /** What may be chosen, and what that is called. */
  choices: Record<string, [string, string][]>;
}

/** The effects of a card, as far as they can be changed. */
export interface InParts {
  able: boolean;
  effects: (Effect | null)[];
  names: Record<string, string[]>;
}

export const SCRIPT = "script";

const FIELD = /\{(\w+)\}/;

/** The fields of a part in the order in which they are said; what is done in a second case is behind its words. */
export function fieldsOf(part: MenuPart): { name: string; field: Field; before: string }[] {
  const pieces = part.words.split(FIELD); // words and names in turn
  const names = pieces.filter((_, at) => at % 2);
  return names.map((name, at) => {
    const field = part.fields[name]!;
    const isCase = at > 0 && field.is === "row" && field.room !== "filter";
    return { name, field, before: isCase ? pieces[2 * at]!.replaceAll(/^[\s,，、:：。]+|[\s:：、]+$/g, "") : "" };
  });
}

/** Whether a part is nothing but a number. */
export function isPlain(part: MenuPart): boolean {
  return Object.values(part.fields).every((field) => field.is === "whole") && fieldsOf(part).length > 0;
}

/** A part in a menu: its words, without its fields. */
export function labelOf(part: MenuPart): string {
  return part.words.replaceAll(/\{\w+\}/g, "…").replace(/[\s…：:,，、]+$/, " …").trim();
}

export function partOf(menus: Menus, room: string, name: string): MenuPart | undefined {
  return menus.rooms[room]?.find((one) => one.part === name);
}

/** A part as it is at first, with names that the deck has. */
export function begun(menus: Menus, names: InParts["names"], room: string, name: string): Made {
  const part = partOf(menus, room, name)!;
  return fitted(part.first, room);

  function fitted(made: Made, room: string): Made {
    const fields = partOf(menus, room, made.part)?.fields ?? {};
    const known = Object.entries(fields).map(([name, field]) => [name, value(made[name], field)]);
    return { ...made, ...Object.fromEntries(known) };
  }

  function value(given: unknown, field: Field): unknown {
    if (field.is === "one") return fitted(given as Made, field.room);
    if (field.is === "row") return (given as Made[]).map((one) => fitted(one, field.room));
    if (field.is !== "name") return given;
    const there = names[field.name] ?? [];
    return !there.length || there.includes(given as string) ? given : there[0];
  }
}
