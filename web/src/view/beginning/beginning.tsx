// From nothing to a first question: a pasted list (`pasting`), or a deck by a few fields, whose text is written beside
// them.
//
// What comes in: the state; the fields are shown where there is no text, and stay while the text is the one
// that they make.  What goes out: the text of a deck file.  Whoever writes in the text goes on without them.
// What a field holds that the text cannot is said at that field.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import { t } from "../../parts/words";
import { Icon, SignButton } from "../icons";
import { Pasting } from "./pasting";
import { toNumbers, type Session } from "../session";
import { isBlank, type State } from "../state";
import {
  anotherCard,
  firstDraft,
  isTaken,
  isThere,
  named,
  renamed,
  textOf,
  type Draft,
  type Want,
} from "./draft";

export function Beginning({ state, session }: { state: State; session: Session }) {
  const [draft, setDraft] = useState<Draft>(firstDraft);
  const [written, setWritten] = useState("");
  const [closed, close] = useState(false);
  const [listed, setListed] = useState(false);
  const blank = isBlank(state.text);
  // The text itself is asked, since the state hears of it a moment later.
  if (closed || !(blank || session.text === written)) return null;

  const write = (text: string) => {
    setWritten(text);
    session.replaceText(text, "input.fields");
  };
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    write(textOf(next));
  };
  const end = () => {
    close(true);
    toNumbers();
  };
  return (
    <section class="beginning" aria-labelledby="beginning-title">
      <h2 id="beginning-title">{t("Begin with your list")}</h2>
      <Pasting session={session} begun={setListed} write={write} end={end} blank={blank} />
      {!listed && (
        <>
          <h2>{t("Or begin with a few fields")}</h2>
          <p class="soft">
            {t("Fill in what you know. The text of the deck is written beside it; change it whenever you like.")}
          </p>
          <DeckFields draft={draft} change={change} />
          <CardFields draft={draft} change={change} />
          <WantFields draft={draft} change={(wants) => change({ wants })} />
          {!blank && (
            <button type="button" class="primary beginning-end" onClick={end}>
              {t("That is my deck: on to its numbers")}
            </button>
          )}
        </>
      )}
    </section>
  );
}

type Changer<Part> = (part: Part) => void;

function DeckFields({ draft, change }: { draft: Draft; change: Changer<Partial<Draft>> }) {
  return (
    <fieldset>
      <legend>{t("1. The deck")}</legend>
      <div class="fields">
        <NumberField
          label={t("Cards in the deck")}
          value={draft.size}
          least={1}
          set={(size) => change({ size })}
        />
        <NumberField
          label={t("Cards in the opening hand")}
          value={draft.hand}
          least={1}
          set={(hand) => change({ hand })}
        />
      </div>
    </fieldset>
  );
}

function CardFields({ draft, change }: { draft: Draft; change: Changer<Partial<Draft>> }) {
  const { cards } = draft;
  const [fresh, setFresh] = useState<number | null>(null);
  const begun = useRef<Draft | null>(null); // the draft before the field in hand was changed
  const rename = (id: number, of: Want["of"], to: string) => {
    begun.current ??= draft;
    change(renamed(draft, begun.current, id, of, to));
  };
  const end = () => {
    begun.current = null;
  };
  const count = (id: number, count: number) =>
    change({ cards: cards.map((card) => (card.id === id ? { ...card, count } : card)) });
  const add = () => {
    const card = anotherCard(cards);
    setFresh(card.id);
    change({ cards: [...cards, card] });
  };
  return (
    <fieldset>
      <legend>{t("2. Cards that matter")}</legend>
      <p class="soft">
        {t("Cards of one role can stand for each other, such as everything that starts your play.")}
      </p>
      <ul class="draft-cards">
        {cards.map((card, at) => (
          <li class="fields" key={card.id}>
            <TextField
              label={t("Name")}
              value={card.name}
              fault={isTaken(cards, at) ? t("Another card has this name already.") : null}
              first={card.id === fresh}
              set={(name) => rename(card.id, "card", name)}
              end={end}
            />
            <NumberField
              label={t("Copies")}
              value={card.count}
              least={0}
              set={(copies) => count(card.id, copies)}
            />
            <TextField
              label={t("Role")}
              value={card.role}
              list="roles"
              set={(role) => rename(card.id, "role", role)}
              end={end}
            />
            <SignButton
              of="close"
              said={t("Remove {card}", { card: card.name || t("this card") })}
              disabled={cards.length === 1}
              act={() => change({ cards: cards.filter((one) => one.id !== card.id) })}
            />
          </li>
        ))}
      </ul>
      <datalist id="roles">
        {[t("starter"), t("extender"), t("brick")].map((role) => (
          <option value={role} />
        ))}
      </datalist>
      <button type="button" onClick={add}>
        <Icon of="more" /> {t("Another card")}
      </button>
    </fieldset>
  );
}

function WantFields({ draft, change }: { draft: Draft; change: Changer<readonly Want[]> }) {
  const { wants } = draft;
  const set = (at: number, part: Partial<Want>) =>
    change(wants.map((want, index) => (index === at ? { ...want, ...part } : want)));
  const cards = named(draft.cards);
  const roles = [...new Set(cards.map((card) => card.role.trim()).filter(Boolean))];
  const names = [...new Set(cards.map((card) => card.name.trim()))];
  const role = roles.at(-1);
  const another: Want =
    role !== undefined
      ? { least: 1, of: "role", name: role }
      : { least: 1, of: "card", name: names.at(-1) ?? "" };
  return (
    <fieldset>
      <legend>{t("3. A hand works if it has …")}</legend>
      <ul class="draft-wants">
        {wants.map((want, at) => (
          <li class="fields">
            <label class="field">
              <span class="field-label">{t("How many")}</span>
              <select
                value={want.least}
                onChange={(event) => set(at, { least: Number(event.currentTarget.value) })}
              >
                {[1, 2, 3].map((least) => (
                  <option value={least}>{t("at least {count}", { count: least })}</option>
                ))}
                <option value={0}>{t("none")}</option>
              </select>
            </label>
            <WantedField
              want={want}
              fault={cards.length && !isThere(want, cards) ? missing(want) : null}
              roles={roles}
              names={names}
              set={(wanted) => set(at, wanted)}
            />
            <SignButton
              of="close"
              said={t("Remove this condition")}
              disabled={wants.length === 1}
              act={() => change(wants.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        disabled={!cards.length}
        onClick={() => change([...wants, another])}
      >
        <Icon of="more" /> {t("… and")}
      </button>
    </fieldset>
  );
}

function WantedField(props: {
  want: Want;
  fault: string | null;
  roles: readonly string[];
  names: readonly string[];
  set: Changer<Partial<Want>>;
}) {
  const { want, fault, roles, names } = props;
  const said = useId();
  return (
    <Field label={t("of what")} said={said} fault={fault} wide>
      <select
        value={keyOf(want)}
        disabled={!names.length}
        {...faulty(said, fault)}
        onChange={(event) => props.set(wantOf(event.currentTarget.value))}
      >
        {fault !== null && <option value={keyOf(want)}>{want.name || "…"}</option>}
        <optgroup label={t("Any card of the role")}>
          {roles.map((role) => (
            <option value={keyOf({ of: "role", name: role })}>{role}</option>
          ))}
        </optgroup>
        <optgroup label={t("This very card")}>
          {names.map((name) => (
            <option value={keyOf({ of: "card", name })}>{name}</option>
          ))}
        </optgroup>
      </select>
    </Field>
  );
}

/** What is to be said of a want that names nothing there is. */
function missing({ of, name }: Want): string {
  if (!name) return t("Choose what is wanted.");
  if (of === "role") return t("No card has the role {role} any more: choose what is wanted.", { role: name });
  return t("No card is called {card} any more: choose what is wanted.", { card: name });
}

function keyOf({ of, name }: Pick<Want, "of" | "name">): string {
  return `${of}:${name}`;
}

function wantOf(key: string): Partial<Want> {
  const at = key.indexOf(":");
  return { of: key.slice(0, at) as Want["of"], name: key.slice(at + 1) };
}

/** A control with its label, and below it what is wrong with what it holds. */
function Field(props: {
  label: string;
  /** The id of the sentence. */
  said: string;
  fault: string | null;
  wide?: boolean;
  children: ComponentChildren;
}) {
  return (
    <div class={props.wide ? "field wide" : "field"}>
      <label>
        <span class="field-label">{props.label}</span>
        {props.children}
      </label>
      <span id={props.said} class="field-fault" role="status">
        {props.fault}
      </span>
    </div>
  );
}

/** What tells that something is wrong with a control's content, and where that is said. */
function faulty(said: string, fault: string | null) {
  return { "aria-invalid": fault !== null, "aria-describedby": fault === null ? undefined : said };
}

function TextField(props: {
  label: string;
  value: string;
  list?: string;
  fault?: string | null;
  /** Whether the focus begins here. */
  first?: boolean;
  set: Changer<string>;
  end: () => void;
}) {
  const { fault = null, first } = props;
  const input = useRef<HTMLInputElement>(null);
  const said = useId();
  useEffect(() => {
    if (first) input.current?.focus();
  }, [first]);
  return (
    <Field label={props.label} said={said} fault={fault} wide>
      <input
        ref={input}
        type="text"
        value={props.value}
        list={props.list}
        autocomplete="off"
        {...faulty(said, fault)}
        onInput={(event) => props.set(event.currentTarget.value)}
        onBlur={props.end}
      />
    </Field>
  );
}

function NumberField(props: { label: string; value: number; least: number; set: Changer<number> }) {
  const { value, least } = props;
  const [wrong, setWrong] = useState(false);
  const [typing, setTyping] = useState(false);
  const said = useId();
  const fault = wrong
    ? t("A whole number, at least {least}. The text still says {value}.", { least, value })
    : null;
  return (
    <Field label={props.label} said={said} fault={fault}>
      <input
        type="number"
        min={least}
        // What is typed stays as it is: "3." on the way to "3.5" is 3 already.
        value={wrong || typing ? undefined : value}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        {...faulty(said, fault)}
        onInput={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          const fits = Number.isSafeInteger(typed) && typed >= least;
          setWrong(!fits);
          if (fits) props.set(typed);
        }}
      />
    </Field>
  );
}
