// What a card does, by hand: effects made of parts that are chosen from menus, each change written into the text at
// once.
//
// What comes in: a card, and the session, which asks for parts and writes them.  What goes out: a form for an effect.
// Whatever can be chosen comes from the menus of the server; here is only how a field of each sort looks.  What is no
// part is shown as it is written, and left alone.

import { createContext } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";

import { t } from "../../parts/words";
import {
  begun,
  fieldsOf,
  isPlain,
  labelOf,
  partOf,
  SCRIPT,
  type Effect,
  type Field,
  type InParts,
  type Made,
  type Menus,
} from "./making";
import type { Session } from "../session";
import "./byhand.css";

interface Offered {
  menus: Menus;
  names: InParts["names"];
  /** By what lists of names are known in the page. */
  id: string;
}

const Offers = createContext<Offered | null>(null);

function useOffers(): Offered {
  return useContext(Offers)!;
}

/** The form of an effect; `done` where somebody has enough of it. */
export function ByHand(props: {
  card: string;
  place: number;
  effect: Effect;
  /** The text that says so. */
  revision: number;
  menus: Menus;
  names: InParts["names"];
  session: Session;
  /** The text has changed. */
  written: () => void;
  done: () => void;
}) {
  const { card, place, menus, names, session, written, done } = props;
  const [effect, show] = useState(props.effect);
  const [wrong, tell] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    // Somebody has written another one into the text; or it says the same by another part.  Which text is the newest is
    // asked now: one that was written since the form was drawn would be taken back in it, and the focus be lost.
    const isNewest = props.revision === session.store.state.revision;
    if (isNewest && !writing.current.busy && !isSame(props.effect, effect)) show(props.effect);
  }, [props.effect, props.revision]);
  const writing = useRef<{ busy: boolean; next: Effect | null }>({ busy: false, next: null });
  const change = (part: Partial<Effect>) => {
    const next = { ...effect, ...part };
    show(next);
    writing.current.next = next;
    if (!writing.current.busy) void write();
  };
  const write = async () => {
    writing.current.busy = true;
    while (writing.current.next) {
      const next = writing.current.next;
      writing.current.next = null;
      tell(await session.rewrite(card, place, next));
    }
    writing.current.busy = false;
    written();
  };
  return (
    <Offers.Provider value={{ menus, names, id }}>
      <div class="byhand" role="group" aria-label={t("Effect {number} of {card}", { number: place + 1, card })}>
        {Object.entries(names).map(([sort, known]) => (
          <datalist id={`${id}-${sort}`}>
            {known.slice(0, 500).map((name) => (
              <option value={name} />
            ))}
          </datalist>
        ))}
        <When when={effect.when} set={(when) => change({ when })} />
        <Statements
          title={effect.activates ? t("Before it is activated") : null}
          adds={[
            ["guard", t("Add a condition")],
            ["step", t("Add a cost")],
          ]}
          made={effect.before}
          set={(before) => change({ before })}
        />
        <Statements
          title={t("Then")}
          adds={[
            ["step", t("Add a step")],
            ["guard", t("Add a condition")],
          ]}
          made={effect.then}
          set={(then) => change({ then })}
        />
        <div role="status">{wrong && <p class="byhand-wrong">{wrong}</p>}</div>
        <button type="button" onClick={done}>
          {t("Done")}
        </button>
      </div>
    </Offers.Provider>
  );
}

function isSame(one: Effect, other: Effect): boolean {
  return JSON.stringify({ ...one, whole: 0 }) === JSON.stringify({ ...other, whole: 0 });
}

const PLACES = ["H", "D", "F", "B", "J"];

function When({ when, set }: { when: Effect["when"]; set: (when: Effect["when"]) => void }) {
  const { menus } = useOffers();
  const zones = [...new Set([...PLACES, ...when.zones])];
  const isMove = when.event?.includes(">") ?? false;
  const choose = (zone: string, on: boolean) => {
    const chosen = zones.filter((one) => (one === zone ? on : when.zones.includes(one)));
    if (chosen.length || isMove) set({ ...when, zones: chosen });
  };
  return (
    <fieldset class="byhand-when">
      <legend>{t("When")}</legend>
      <select
        aria-label={t("When")}
        value={when.event ?? ""}
        onChange={({ currentTarget: { value } }) =>
          set({ ...when, event: value || null, zones: value.includes(">") || when.zones.length ? when.zones : ["H"] })
        }
      >
        <option value="">{t("when you play it")}</option>
        <Choices choices={menus.choices["trigger"] ?? []} value={when.event} />
      </select>
      <Tick on={when.once} set={(once) => set({ ...when, once })} said={t("once a turn")} />
      <Tick on={when.first} set={(first) => set({ ...when, first })} said={t("as the first effect of the turn")} />
      <span class="byhand-zones">
        {t("From")}{" "}
        {zones.map((zone) => (
          <Tick on={when.zones.includes(zone)} set={(on) => choose(zone, on)} said={zoneName(menus, zone)} />
        ))}
      </span>
    </fieldset>
  );
}

function zoneName(menus: Menus, zone: string): string {
  return menus.choices["zone"]?.find(([one]) => one === zone)?.[1] ?? t("zone {zone}", { zone });
}

function Tick({ on, set, said }: { on: boolean; set: (on: boolean) => void; said: string }) {
  return (
    <label class="byhand-tick">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} /> {said}
    </label>
  );
}

/** Options for what may be chosen; what is chosen is among them, whatever it is. */
function Choices({ choices, value }: { choices: [string, string][]; value: string | null }) {
  const all = !value || choices.some(([one]) => one === value) ? choices : [...choices, [value, value] as const];
  return (
    <>
      {all.map(([one, said]) => (
        <option value={one}>{said}</option>
      ))}
    </>
  );
}

// Parts in a row ---------------------------------------------------------------------------------------------------

function Statements(props: {
  title: string | null;
  adds: [string, string][];
  made: Made[];
  set: (made: Made[]) => void;
}) {
  const { title, adds, made, set } = props;
  if (title === null && !made.length) return null;
  return (
    <section class="byhand-list">
      {title !== null && <h5>{title}</h5>}
      <Listed made={made} rooms={adds.map(([room]) => room)} least={0} set={set} />
      {adds.map(([room, said]) => (
        <Add room={room} said={said} add={(one) => set([...made, one])} />
      ))}
    </section>
  );
}

/** Parts one below the other: each can be changed, moved up and taken away. */
function Listed(props: { made: Made[]; rooms: string[]; least: number; set: (made: Made[]) => void }) {
  const { made, rooms, least, set } = props;
  const { menus } = useOffers();
  const replace = (at: number, ...others: Made[]) => set(made.toSpliced(at, 1, ...others));
  return (
    <ul class="byhand-parts">
      {made.map((one, at) => (
        <li>
          <PartOf
            made={one}
            room={rooms.find((room) => partOf(menus, room, one.part)) ?? rooms[0]!}
            set={(other) => replace(at, other)}
          />
          <span class="byhand-tools">
            {at > 0 && (
              <button
                type="button"
                class="step"
                aria-label={t("Move up")}
                title={t("Move up")}
                onClick={() => set([...made.slice(0, at - 1), one, made[at - 1]!, ...made.slice(at + 1)])}
              >
                ↑
              </button>
            )}
            {made.length > least && (
              <button
                type="button"
                class="step"
                aria-label={t("Take away")}
                title={t("Take away")}
                onClick={() => replace(at)}
              >
                ×
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Adds the first part of a room, whose menu then has the focus: what else it shall be is chosen there. */
function Add({ room, said, add }: { room: string; said: string; add: (made: Made) => void }) {
  const { menus, names } = useOffers();
  return (
    <button
      type="button"
      class="byhand-add"
      onClick={({ currentTarget: { parentElement: place } }) => {
        add(begun(menus, names, room, menus.rooms[room]![0]!.part));
        requestAnimationFrame(() =>
          place?.querySelector<HTMLElement>(":scope > ul > li:last-child > .byhand-part > select")?.focus(),
        );
      }}
    >
      + {said}
    </button>
  );
}

function Menu({ room }: { room: string }) {
  const { menus } = useOffers();
  return (
    <>
      {menus.rooms[room]!.map((part) => (
        <option value={part.part}>{labelOf(part)}</option>
      ))}
    </>
  );
}

// A part -----------------------------------------------------------------------------------------------------------

function PartOf({ made, room, set }: { made: Made; room: string; set: (made: Made) => void }) {
  const { menus, names } = useOffers();
  const part = partOf(menus, room, made.part);
  const fields = part
    ? fieldsOf(part).map(({ name, field, before }) => (
        <>
          {before && <span class="byhand-word">{before}</span>}
          <FieldOf field={field} value={made[name]} set={(value) => set({ ...made, [name]: value })} />
        </>
      ))
    : [<code>{String(made["code"])}</code>];
  const menu = (
    <select
      aria-label={roomName(room)}
      value={made.part}
      onChange={(event) => set(begun(menus, names, room, event.currentTarget.value))}
    >
      {made.part === SCRIPT && <option value={SCRIPT}>{t("a script, as it is")}</option>}
      <Menu room={room} />
    </select>
  );
  // A number is changed far more often than what sort of number it is.
  const plain = part !== undefined && isPlain(part);
  return (
    <span class={`byhand-part room-${room.split(" ")[0]}${plain ? " plain" : ""}`}>
      {plain ? [...fields, menu] : [menu, ...fields]}
    </span>
  );
}

function FieldOf({ field, value, set }: { field: Field; value: unknown; set: (value: unknown) => void }) {
  const offers = useOffers();
  switch (field.is) {
    case "one":
      return <PartOf made={value as Made} room={field.room} set={set} />;
    case "row": {
      const made = value as Made[];
      return (
        <span class={`byhand-row of-${field.room}`}>
          {made.length > 0 && <Listed made={made} rooms={[field.room]} least={field.least} set={set} />}
          <Add room={field.room} said={addName(field.room)} add={(one) => set([...made, one])} />
        </span>
      );
    }
    case "whole":
      return (
        <input
          type="number"
          step={1}
          aria-label={t("Number")}
          value={value as number}
          onInput={({ currentTarget: { valueAsNumber } }) => Number.isSafeInteger(valueAsNumber) && set(valueAsNumber)}
        />
      );
    case "tags":
      return (
        <input
          type="text"
          class="byhand-tags"
          size={10}
          aria-label={t("Tags, with commas between them")}
          title={t("Tags, with commas between them")}
          placeholder={t("no tag")}
          value={(value as string[]).join(", ")}
          onChange={({ currentTarget: { value: text } }) =>
            set(text.split(/[,，、]/).map((one) => one.trim()).filter(Boolean))
          }
        />
      );
    case "name": {
      const choices = offers.menus.choices[field.name];
      if (choices) {
        return (
          <select
            aria-label={fieldName(field.name)}
            value={value as string}
            onChange={(event) => set(event.currentTarget.value)}
          >
            <Choices choices={field.name === "zone" ? withLetters(choices) : choices} value={value as string} />
          </select>
        );
      }
      return (
        <input
          type="text"
          size={12}
          list={`${offers.id}-${field.name}`}
          aria-label={fieldName(field.name)}
          value={value as string}
          onChange={(event) => set(event.currentTarget.value.trim())}
        />
      );
    }
  }
}

/** The zones that players know, and the other letters. */
function withLetters(choices: [string, string][]): [string, string][] {
  const known = choices.map(([zone]) => zone);
  const others = [..."ACEGIKLMNOPQRSTUVWYZ"].filter((letter) => !known.includes(letter));
  return [...choices, ...others.map((zone): [string, string] => [zone, t("zone {zone}", { zone })])];
}

/** What a menu of parts is for, for those who do not see where it stands. */
function roomName(room: string): string {
  const names: Record<string, string> = {
    guard: t("Condition"),
    condition: t("Condition"),
    step: t("Step"),
    number: t("Number"),
    filter: t("Which cards"),
    argument: t("What it is given"),
    item: t("What is shown"),
    answer: t("Step"),
  };
  return names[room] ?? t("Cards");
}

function addName(room: string): string {
  const names: Record<string, string> = {
    filter: t("which …"),
    condition: t("a condition"),
    step: t("a step"),
    answer: t("a step"),
    number: t("a number"),
    argument: t("a number or zone"),
  };
  return names[room] ?? t("more");
}

function fieldName(name: string): string {
  const names: Record<string, string> = {
    zone: t("Zone"),
    card: t("Card"),
    attribute: t("Attribute"),
    variable: t("Variable"),
    property: t("Property"),
    function: t("Function"),
    relation: t("Comparison"),
    event: t("Event"),
    tag: t("Tag"),
  };
  return names[name] ?? t("Text");
}
