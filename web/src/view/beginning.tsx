// From nothing to a first question: a deck by a few fields, whose text is written beside them.
//
// What comes in: the state; the fields are shown where there is no text, and stay while the text is the one
// that they make.  What goes out: the text of a deck file.  Whoever writes in the text goes on without them.

import { useState } from "preact/hooks";

import { t } from "../parts/words";
import { Icon } from "./icons";
import { toNumbers, type Session } from "./session";
import { isBlank, type State } from "./state";
import { firstDraft, textOf, type Draft, type DraftCard, type Want } from "./draft";

export function Beginning({ state, session }: { state: State; session: Session }) {
  const [draft, setDraft] = useState<Draft>(firstDraft);
  const [written, setWritten] = useState("");
  const [closed, close] = useState(false);
  const blank = isBlank(state.text);
  // The text itself is asked, since the state hears of it a moment later.
  if (closed || !(blank || session.text === written)) return null;

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    const text = textOf(next);
    setDraft(next);
    setWritten(text);
    session.replaceText(text);
  };
  const end = () => {
    close(true);
    toNumbers();
  };
  return (
    <section class="beginning" aria-labelledby="beginning-title">
      <h2 id="beginning-title">{t("Begin with a few fields")}</h2>
      <p class="soft">
        {t("Fill in what you know. The text of the deck is written beside it; change it whenever you like.")}
      </p>
      <DeckFields draft={draft} change={change} />
      <CardFields cards={draft.cards} change={(cards) => change({ cards })} />
      <WantFields draft={draft} change={(wants) => change({ wants })} />
      {!blank && (
        <button type="button" class="primary beginning-end" onClick={end}>
          {t("That is my deck: on to its numbers")}
        </button>
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

function CardFields({
  cards,
  change,
}: {
  cards: readonly DraftCard[];
  change: Changer<readonly DraftCard[]>;
}) {
  const set = (at: number, part: Partial<DraftCard>) =>
    change(cards.map((card, index) => (index === at ? { ...card, ...part } : card)));
  return (
    <fieldset>
      <legend>{t("2. Cards that matter")}</legend>
      <p class="soft">
        {t("Cards of one role can stand for each other, such as everything that starts your play.")}
      </p>
      <ul class="draft-cards">
        {cards.map((card, at) => (
          <li class="fields">
            <TextField label={t("Name")} value={card.name} set={(name) => set(at, { name })} />
            <NumberField
              label={t("Copies")}
              value={card.count}
              least={0}
              set={(count) => set(at, { count })}
            />
            <TextField label={t("Role")} value={card.role} list="roles" set={(role) => set(at, { role })} />
            <button
              type="button"
              class="step"
              aria-label={t("Remove {card}", { card: card.name || t("this card") })}
              disabled={cards.length === 1}
              onClick={() => change(cards.filter((_, index) => index !== at))}
            >
              <Icon of="close" />
            </button>
          </li>
        ))}
      </ul>
      <datalist id="roles">
        {[t("starter"), t("extender"), t("brick")].map((role) => (
          <option value={role} />
        ))}
      </datalist>
      <button
        type="button"
        onClick={() => change([...cards, { name: "", count: 3, role: cards.at(-1)?.role ?? "" }])}
      >
        <Icon of="more" /> {t("Another card")}
      </button>
    </fieldset>
  );
}

function WantFields({ draft, change }: { draft: Draft; change: Changer<readonly Want[]> }) {
  const { wants } = draft;
  const set = (at: number, part: Partial<Want>) =>
    change(wants.map((want, index) => (index === at ? { ...want, ...part } : want)));
  const named = draft.cards.filter((card) => card.name.trim());
  const roles = [...new Set(named.map((card) => card.role.trim()).filter(Boolean))];
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
            <label class="field wide">
              <span class="field-label">{t("of what")}</span>
              <select
                value={keyOf(want)}
                disabled={!named.length}
                onChange={(event) => set(at, wantOf(event.currentTarget.value))}
              >
                <optgroup label={t("Any card of the role")}>
                  {roles.map((role) => (
                    <option value={`role:${role}`}>{role}</option>
                  ))}
                </optgroup>
                <optgroup label={t("This very card")}>
                  {named.map((card) => (
                    <option value={`card:${card.name.trim()}`}>{card.name.trim()}</option>
                  ))}
                </optgroup>
              </select>
            </label>
            <button
              type="button"
              class="step"
              aria-label={t("Remove this condition")}
              disabled={wants.length === 1}
              onClick={() => change(wants.filter((_, index) => index !== at))}
            >
              <Icon of="close" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        disabled={!named.length}
        onClick={() => change([...wants, { least: 1, of: "role", name: roles.at(-1) ?? "" }])}
      >
        <Icon of="more" /> {t("… and")}
      </button>
    </fieldset>
  );
}

function keyOf({ of, name }: Want): string {
  return `${of}:${name}`;
}

function wantOf(key: string): Partial<Want> {
  const at = key.indexOf(":");
  return { of: key.slice(0, at) as Want["of"], name: key.slice(at + 1) };
}

function TextField(props: { label: string; value: string; list?: string; set: Changer<string> }) {
  return (
    <label class="field wide">
      <span class="field-label">{props.label}</span>
      <input
        type="text"
        value={props.value}
        list={props.list}
        autocomplete="off"
        onInput={(event) => props.set(event.currentTarget.value)}
      />
    </label>
  );
}

function NumberField(props: { label: string; value: number; least: number; set: Changer<number> }) {
  return (
    <label class="field">
      <span class="field-label">{props.label}</span>
      <input
        type="number"
        min={props.least}
        value={props.value}
        onInput={(event) => {
          const value = event.currentTarget.valueAsNumber;
          if (Number.isInteger(value) && value >= props.least) props.set(value);
        }}
      />
    </label>
  );
}
