// From a pasted list to a first question: the list, then what is to be seen of it, chosen card by card.
//
// What comes in: the session, and what writes the deck's text.  What goes out: the text that the program makes of the
// list and the wishes, anew with each of them, and what it says of the list.  Which cards are known, and how the deck
// is written, the program decides (`import` with `wants`).

import { useId, useRef, useState } from "preact/hooks";

import { t, tn } from "../../parts/words";
import { keptNames } from "../files/database";
import { Icon, SignButton } from "../icons";
import { base64 } from "../files/opening";
import type { Choice, Choosable, Wanted } from "../protocol";
import { gone, type Session } from "../session";

/** How many of the cards a wish asks for: any, two of these, none. */
const LEAST = [1, 2, 0] as const;
type Least = (typeof LEAST)[number];

/** What is wished of each card, and of each kind of cards. */
interface Hand {
  cards: ReadonlyMap<string, Least>;
  kinds: ReadonlyMap<string, Least>;
}

const NOTHING: Hand = { cards: new Map(), kinds: new Map() };

interface Read {
  cards: Choice[];
  kinds: Choosable[];
  sentences: string[];
  filler: string | null;
}

interface Props {
  session: Session;
  /** There is a list, or none any more. */
  begun: (begun: boolean) => void;
  write: (text: string) => void;
  end: () => void;
  blank: boolean;
}

export function Pasting({ session, begun, write, end, blank }: Props) {
  const [list, setList] = useState("");
  const [read, setRead] = useState<Read | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [hands, setHands] = useState<readonly Hand[]>([NOTHING]);
  const asked = useRef(0);
  const said = useId();

  const ask = async (text: string, wished: readonly Hand[], kinds: readonly Choosable[]) => {
    const number = ++asked.current;
    const wants = wished.map((hand) => wantsOf(hand, kinds)).filter((hand) => hand.length);
    const names = await keptNames();
    const content = base64(new TextEncoder().encode(text));
    const reply = await session.imported({ file: t("your list"), content, wants, ...(names && { names }) });
    if (number !== asked.current) return;
    if (typeof reply?.text !== "string") {
      setWrong([reply?.error ?? gone(), ...((reply?.sentences ?? []) as string[])]);
      return;
    }
    setWrong([]);
    const made = reply as unknown as Partial<Read> & { text: string };
    if (made.cards) {
      setRead(made as Read);
      begun(true);
    }
    if (!made.cards || wants.length) write(made.text); // else it asks for nothing yet
  };
  const take = (text: string) => {
    setList(text);
    setHands([NOTHING]);
    void ask(text, [NOTHING], []);
  };
  const wishAll = (wished: readonly Hand[]) => {
    setHands(wished);
    void ask(list, wished, read!.kinds);
  };
  const wish = (at: number, hand: Hand) => wishAll(hands.map((one, index) => (index === at ? hand : one)));
  const finish = () => {
    session.exchange(read!.filler);
    session.openPanel("worth", true);
    session.openPanel("policies", true);
    end();
  };
  return (
    <>
      <fieldset class="pasted-list">
        <legend>{t("1. Paste your list")}</legend>
        <p class="soft" id={`${said}-about`}>
          {t(
            "Names or passcodes in any language, with how many; a .ydk file, an address ydke://…, a list of Arena. What is known is played, the rest is blank.",
          )}
        </p>
        <textarea
          aria-label={t("Your list")}
          aria-describedby={`${said}-about ${said}`}
          rows={read ? 4 : 8}
          spellcheck={false}
          placeholder={"3 Ash Blossom & Joyous Spring\n增援 x3\n強欲で貪欲な壺 3\n…"}
          value={list}
          onInput={(event) => setList(event.currentTarget.value)}
          onPaste={(event) => {
            const area = event.currentTarget;
            if (area.value.trim()) return;
            setTimeout(() => area.value.trim() && take(area.value)); // as soon as it is there
          }}
        />
        <button type="button" class={read ? "" : "primary"} disabled={!list.trim()} onClick={() => take(list)}>
          {read ? t("Read it again") : t("Read it")}
        </button>
        <div id={said} class="pasted-said" role="status">
          {wrong.length > 0 && <Sentences of={wrong} kind="bad" />}
          {!wrong.length && read && <Sentences of={read.sentences} kind="soft" />}
        </div>
        {read?.cards.some((card) => card.near) && (
          <ul class="pasted-near">
            {read.cards.map(
              (card) =>
                card.near && (
                  <li>
                    {t("{card}: did you mean {near}?", { card: card.name, near: card.near })}{" "}
                    <button type="button" class="link" onClick={() => take(list.replace(card.name, () => card.near!))}>
                      {t("Yes")}
                    </button>
                  </li>
                ),
            )}
          </ul>
        )}
      </fieldset>
      {read && (
        <fieldset>
          <legend>{t("2. What do you want to see?")}</legend>
          <p class="soft">
            {t("Say of each card that matters: any of these will do, two of these are needed, none of these.")}
          </p>
          {hands.map((hand, at) => (
            <div class="pasted-hand" role="group" aria-label={t("Hand {number}", { number: at + 1 })}>
              {at > 0 && (
                <h3>
                  {t("… or this hand")}{" "}
                  <SignButton
                    of="close"
                    said={t("Remove this hand")}
                    act={() => wishAll(hands.filter((_, index) => index !== at))}
                  />
                </h3>
              )}
              {read.kinds.length > 0 && (
                <ul class="pasted-kinds">
                  {read.kinds.map((kind) => (
                    <Wish
                      name={kind.name}
                      about={tn("{number} card", "{number} cards", kind.cards.length)}
                      least={hand.kinds.get(kind.name)}
                      set={(least) => wish(at, { ...hand, kinds: wished(hand.kinds, kind.name, least) })}
                    />
                  ))}
                </ul>
              )}
              <ul>
                {read.cards.map((card) => (
                  <Wish
                    name={card.name}
                    about={`× ${card.count}${card.known ? "" : ` · ${t("blank")}`}`}
                    least={hand.cards.get(card.name)}
                    set={(least) => wish(at, { ...hand, cards: wished(hand.cards, card.name, least) })}
                  />
                ))}
              </ul>
            </div>
          ))}
          <button type="button" disabled={blank} onClick={() => setHands([...hands, NOTHING])}>
            <Icon of="more" /> {t("… or another hand")}
          </button>
          {!blank && (
            <button type="button" class="primary beginning-end" onClick={finish}>
              {t("That is my question: on to its numbers")}
            </button>
          )}
        </fieldset>
      )}
    </>
  );
}

/** What is wished of one card, or of a kind of them. */
function Wish(props: { name: string; about: string; least: Least | undefined; set: (least: Least | null) => void }) {
  const { name, about, least } = props;
  const words = { 1: t("any"), 2: t("two"), 0: t("none") };
  return (
    <li class="asked-card">
      <span class="asked-name">
        {name} <span class="soft">{about}</span>
      </span>
      <span class="asked-choice" role="group" aria-label={name}>
        {LEAST.map((one) => (
          <button
            type="button"
            aria-pressed={least === one}
            aria-label={`${name}: ${words[one]}`}
            onClick={() => props.set(least === one ? null : one)}
          >
            {words[one]}
          </button>
        ))}
      </span>
    </li>
  );
}

function Sentences({ of, kind }: { of: readonly string[]; kind: "bad" | "soft" }) {
  return (
    <ul class={kind}>
      {of.map((sentence) => (
        <li>{sentence}</li>
      ))}
    </ul>
  );
}

function wished(before: ReadonlyMap<string, Least>, name: string, least: Least | null): ReadonlyMap<string, Least> {
  const after = new Map(before);
  if (least === null) after.delete(name);
  else after.set(name, least);
  return after;
}

/** What a hand asks for: for each number the cards of which so many are wanted, and each kind by itself. */
function wantsOf({ cards, kinds }: Hand, offered: readonly Choosable[]): Wanted[] {
  const wants: Wanted[] = [];
  for (const least of LEAST) {
    const names = [...cards].filter(([, one]) => one === least).map(([name]) => name);
    if (names.length) wants.push({ least, cards: names });
  }
  for (const kind of offered) {
    const least = kinds.get(kind.name);
    if (least !== undefined) wants.push({ least, cards: kind.cards });
  }
  return wants;
}
