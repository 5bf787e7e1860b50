// A page's work: what the user does goes to the text and to the server, what the server says goes into the
// state.
//
// What comes in: the editor's changes, the server's messages, the user's wishes.  What goes out: the state in
// `store`.  The text in the editor is the only truth; every number and place is of one text, and is moved to
// the newest or marked as old.  What is drawn is decided elsewhere.

import { isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { ChangeSet, type ChangeDesc, type Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

import { keep } from "../parts/keeping";
import type { Explained } from "../parts/found/effects";
import type { Kind, Sample, Topic } from "../parts/types";
import { speak, t } from "../parts/words";
import { optionsOf } from "./panels/asking";
import { marks } from "./text/assist";
import type { Connecting, Connection } from "./connection/connection";
import { Counts, SIZE } from "./text/counts";
import { changeOf, PAUSE_BEFORE_FIXES, withFixes, type Fix } from "./text/fixes";
import { begin, savesFiles, type Home } from "./files/home";
import { counted, recorded, type History, type Making, type Version } from "./results/history";
import type { Effect, InParts, Menus } from "./effects/making";
import type { Opened } from "./files/opening";
import { withPictures } from "./results/pictures";
import { placeOf, rangeOf, spanOf } from "./text/places";
import { pointAt } from "./text/pointing";
import type {
  Compared,
  DeckMessage,
  DiagnosticItem,
  Edit,
  FixItem,
  FromServer,
  Options,
  Question,
  Reply,
  ResultMessage,
  Span,
  StudiedMessage,
  Welcome,
} from "./protocol";
import { Revisions, type Since } from "./text/revisions";
import { keepsNothing } from "./files/shelf";
import {
  hasErrors,
  inFront,
  isBlank,
  isStale,
  Store,
  type Asked,
  type Pinned,
  type Problem,
  type Said,
  type Seen,
  type Tried,
} from "./state";

export type Played = Sample & { kinds: Kind[] };

export class Session {
  readonly store = new Store();
  private readonly connection: Connection;
  private readonly revisions = new Revisions();
  private readonly counts = new Counts();
  private view: EditorView | null = null;
  private touched = false; // somebody has written here: the text of the file comes second
  private agreed = false;
  private sent = 0; // the text of `welcome` is known to the server
  private floor = 0; // answers to texts before that one are about another file
  private waiting = false;
  private fixing = 0; // the timer before fixes are asked for
  private making: Making | null = null; // how the text came of the last one that got a number
  private studies = 0; // that were asked
  private knownMenus: Menus | null = null;

  constructor(
    connect: Connecting,
    /** The words are known, so the page can be drawn. */
    private readonly ready: () => void,
    /** What the deck has in this browser, where no server has its file. */
    readonly home: Home | null = null,
    /** The topic that a link looks at. */
    private linked: string | null = null,
  ) {
    this.store.set({ topic: linked });
    home?.attach(this);
    this.connection = connect(
      (message) => this.take(message),
      (open) => this.store.set({ open }),
    );
  }

  open(): void {
    this.connection.open();
    window.addEventListener("beforeunload", (event) => {
      const { welcome, saved } = this.store.state;
      if (welcome?.writable && this.text !== saved) event.preventDefault();
    });
  }

  // The text ---------------------------------------------------------------------------------------

  attach(view: EditorView): void {
    this.view = view;
    this.store.set({ undoable: undoDepth(view.state) > 0, redoable: redoDepth(view.state) > 0 });
  }

  get text(): string {
    return this.view?.state.doc.toString() ?? this.store.state.text;
  }

  /** Called for every change of the text, whoever made it; `typed` says that it was made letter by letter. */
  changed(before: Text, changes: ChangeSet, typed: boolean): void {
    this.touched = true;
    const now = Date.now();
    this.making = {
      typed: typed && this.making?.typed !== false,
      began: this.making?.began ?? now,
      ended: now,
    };
    this.revisions.add(before, changes.desc);
    this.counts.moved(changes.desc);
    const problems = movedBy(changes.desc, this.store.state.problems);
    const { state } = this.view!;
    this.store.set({
      revision: this.revisions.newest,
      text: this.text,
      undoable: undoDepth(state) > 0,
      redoable: redoDepth(state) > 0,
      problems,
    });
    this.home?.keep(this.view!);
    // What takes long is looked for in one text, and not anew with each key.
    if (this.store.state.chosen.get("build")?.["running"]) this.choose("build", { running: false });
    this.sendSoon();
  }

  /** What is tried next comes of that version, also where its numbers have not come again by then. */
  backTo({ id, text }: Version): void {
    this.replaceText(text);
    this.store.set({ history: { ...this.store.state.history, at: id } });
  }

  replaceText(text: string, userEvent = "input.replace"): void {
    const old = this.text;
    if (!this.view || text === old) return;
    // What is the same on both ends stays, and with it what is known of places there.
    const most = Math.min(old.length, text.length);
    let from = 0;
    while (from < most && old[from] === text[from]) from += 1;
    let same = 0;
    while (same < most - from && old.at(-1 - same) === text.at(-1 - same)) same += 1;
    this.view.dispatch({
      changes: { from, to: old.length - same, insert: text.slice(from, text.length - same) },
      annotations: isolateHistory.of("full"),
      userEvent,
    });
  }

  /** Moves to a place in the text and shows it. */
  goTo(from: number, to = from): void {
    const view = this.view;
    if (!view) return;
    const length = view.state.doc.length;
    view.dispatch({
      selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
      scrollIntoView: true,
    });
    view.focus();
  }

  undo(): void {
    if (this.view) undo(this.view);
  }

  redo(): void {
    if (this.view) redo(this.view);
  }

  /** Makes an edit that mends a mistake of the text as it is now. */
  mend(fix: Fix): void {
    const view = this.view;
    if (!view || !this.store.state.problems.some((problem) => problem.fixes.includes(fix))) return;
    view.dispatch({
      changes: fix.changes,
      annotations: isolateHistory.of("full"),
      userEvent: "input.fix",
      scrollIntoView: true,
    });
    view.focus();
  }

  private sendSoon(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.sendText();
    });
  }

  private sendText(): void {
    if (this.sent === this.revisions.newest) return;
    this.sent = this.revisions.newest;
    this.connection.send({ type: "edit", revision: this.sent, text: this.text });
  }

  // Counts -----------------------------------------------------------------------------------------

  /** The count of a card as it stands in the text now; null where it cannot be changed there. */
  countOf(card: string): number | null {
    return this.view && this.counts.countOf(card, this.view.state.doc);
  }

  /** Writes another count; the card that keeps the deck's size gives or takes the difference. */
  setCount(card: string, count: number): void {
    const view = this.view;
    const old = this.countOf(card);
    if (!view || old === null || old === count) return;
    const wanted = new Map([[card, count]]);
    const other = this.otherThan(card);
    if (other !== null) {
      const left = (this.countOf(other) ?? 0) - (count - old);
      if (left < 0) return this.say(t("There is no {card} left to give way.", { card: other }), "bad");
      wanted.set(other, left);
    }
    const { doc } = view.state;
    const written = this.counts.changes(wanted, doc);
    if (!written) return;
    if (!this.store.state.pinned && !hasErrors(this.store.state)) this.pin();
    this.keepTried(card);
    view.dispatch({ changes: written, userEvent: "input.count" });
    this.counts.written(wanted);
  }

  /** Writes several counts at once, and with them the deck's size. */
  setCounts(counts: ReadonlyMap<string, number>): void {
    const view = this.view;
    const { deck } = this.store.state;
    if (!view || !deck) return;
    const wanted = new Map([...counts].filter(([card, count]) => ![null, count].includes(this.countOf(card))));
    const more = deck.cards.reduce((sum, card) => sum + (counts.get(card.name) ?? card.count) - card.count, 0);
    if (more && deck.cards.some((card) => card.filler)) wanted.set(SIZE, deck.size + more);
    const written = this.counts.changes(wanted, view.state.doc);
    if (!written || !wanted.size) return;
    if (!this.store.state.pinned && !hasErrors(this.store.state)) this.pin();
    view.dispatch({ changes: written.sort((one, other) => one.from - other.from), userEvent: "input.count" });
    this.counts.written(wanted);
  }

  /** The card that makes up for another one's count, if the user has chosen one. */
  private otherThan(card: string): string | null {
    const { exchange } = this.store.state;
    return exchange !== null && exchange !== card && this.countOf(exchange) !== null ? exchange : null;
  }

  exchange(card: string | null): void {
    this.store.set({ exchange: card, tried: null });
    this.askPanels();
  }

  /** Whether another size can be written: as such, or by more or less of the card that is exchanged. */
  get sizes(): boolean {
    return this.countOf(this.store.state.exchange ?? SIZE) !== null;
  }

  setSize(size: number): void {
    const { exchange, deck } = this.store.state;
    if (exchange === null) this.setCount(SIZE, size);
    else if (deck) this.setCount(exchange, (this.countOf(exchange) ?? 0) + size - deck.size);
  }

  // Panels -----------------------------------------------------------------------------------------

  /** A panel is opened, or folded: then nobody works for it. */
  openPanel(kind: string, open: boolean): void {
    const panels = new Map(this.store.state.panels);
    const asked = panels.get(kind);
    if (open === (asked !== undefined)) return;
    if (asked?.id) this.connection.send({ type: "leave", id: asked.id });
    if (open) panels.set(kind, { id: 0, key: "", found: null });
    else panels.delete(kind);
    this.store.set({ panels });
    this.askPanels();
  }

  /** What somebody has chosen in a panel. */
  choose(kind: string, options: Options): void {
    const chosen = new Map(this.store.state.chosen);
    this.store.set({ chosen: chosen.set(kind, { ...chosen.get(kind), ...options }) });
    this.askPanels();
  }

  /** Asks once more what came to nothing. */
  askAgain(kind: string): void {
    this.askPanel(kind, { id: 0, key: "", found: null });
  }

  /** Has every open panel ask what it should ask by now, where that is something else. */
  private askPanels(): void {
    for (const [kind, asked] of this.store.state.panels) this.askPanel(kind, asked);
  }

  private askPanel(kind: string, asked: Asked): void {
    const { state } = this.store;
    const options = optionsOf(kind, state);
    const key = JSON.stringify(options);
    if (key === asked.key || (options === null && !asked.id)) return;
    if (asked.id) this.connection.send({ type: "leave", id: asked.id });
    if (options === null) {
      this.store.set({ panels: new Map(state.panels).set(kind, { ...asked, id: 0, key }) });
      return;
    }
    const id = ++this.studies;
    this.connection.send({ type: "study", id, kind, options });
    this.store.set({ panels: new Map(state.panels).set(kind, { ...asked, id, key }) });
  }

  /** The text but for the counts that move, by which texts that differ in nothing else are known. */
  private restOf(card: string): string {
    const other = this.otherThan(card);
    const { doc } = this.view!.state;
    if (other === null) return this.counts.rest([card], doc);
    const both = (this.countOf(card) ?? 0) + (this.countOf(other) ?? 0); // which stays while they are exchanged
    return `${this.counts.rest([card, other], doc)}\0${both}`;
  }

  /** Whether answers are known for counts of that card, the rest of the text being what it is now. */
  isTried(card: string): boolean {
    const { tried } = this.store.state;
    return tried?.card === card && this.view !== null && this.restOf(card) === tried.rest;
  }

  /** Before a card's count is moved for the first time: what is known for the present one. */
  private keepTried(card: string): void {
    const { tried, result, revision } = this.store.state;
    const rest = this.restOf(card);
    if (tried?.card === card && tried.rest === rest) return;
    const pinned = this.store.state.pinned?.text === this.text ? this.countOf(card) : null;
    const next: Tried = { card, rest, topics: new Map(), pinned };
    this.store.set({ tried: result?.revision === revision ? this.triedWith(next, result) : next });
  }

  /** With what a result says of its own text, and of the pinned one, which gets sharper beside it: so all
   *  that is shown agrees with the differences. */
  private triedWith(tried: Tried, { result, compared }: ResultMessage): Tried {
    const count = this.countOf(tried.card);
    if (count === null) return tried;
    const topics = new Map(tried.topics);
    if (tried.pinned !== null && compared) {
      topics.set(tried.pinned, refreshed(topics.get(tried.pinned) ?? [], result.topics, compared));
    }
    topics.set(count, result.topics.map(seen));
    return { ...tried, topics };
  }

  // Wishes -----------------------------------------------------------------------------------------

  pin(): void {
    const text = this.text;
    this.connection.send({ type: "pin", text });
    const { deck } = this.store.state;
    const known = deck?.revision === this.revisions.newest ? deck : null; // else it is of another text
    this.store.set({ pinned: { text, time: new Date(), ...countedIn(known) } });
    const { tried } = this.store.state;
    if (tried) {
      const same = this.restOf(tried.card) === tried.rest;
      this.store.set({ tried: { ...tried, pinned: same ? this.countOf(tried.card) : null } });
    }
  }

  unpin(): void {
    this.connection.send({ type: "unpin" });
    const { tried } = this.store.state;
    this.store.set({ pinned: null, tried: tried && { ...tried, pinned: null } });
  }

  look(topic: string): void {
    this.connection.send({ type: "topic", name: topic });
    this.store.set({ topic });
    this.askPanels();
  }

  /** Yes, a text from somebody else may be worked on. */
  run(): void {
    this.agreed = true;
    this.connection.send({ type: "run" });
    this.store.set({ waits: false });
    toNumbers();
  }

  /** Another deck: on a page of its own, or where there is none in place of this one. */
  show(opened: Opened): void {
    if (this.home) {
      void begin(opened).then((done) => {
        if (!done) this.say(keepsNothing(), "bad");
      });
      return;
    }
    this.replaceText(opened.text);
    const { sentence, more = [] } = opened.said!;
    this.tell({ sentence, kind: "good", more: [...more, t("It takes the place of the text; undo takes it back.")] });
  }

  /** The deck of a list, as the program makes it. */
  imported(list: Omit<Extract<Question, { type: "import" }>, "type">): Promise<Reply | null> {
    return this.connection.ask({ type: "import", ...list });
  }

  /** The deck is kept under another name. */
  rename(file: string): void {
    const { welcome } = this.store.state;
    if (welcome) this.store.set({ welcome: { ...welcome, file }, inFile: false });
  }

  /** Writes the file, or has the browser download one; `force` also where somebody else has changed it meanwhile,
   *  `anew` into another one. */
  async save(force = false, anew = false): Promise<void> {
    const text = this.text;
    const { welcome } = this.store.state;
    if (this.home && savesFiles()) return this.home.save(this, { force, anew });
    if (!welcome?.writable) {
      return keep(new Blob([text], { type: "application/yaml" }), (this.home && welcome?.file) || "deck.yml");
    }
    const reply = await this.connection.ask({ type: "save", text, ...(force && { force }) });
    if (reply?.saved)
      this.store.set({ saved: text, conflict: null, said: { sentence: t("Saved."), kind: "good" } });
    else if (reply?.changed) this.store.set({ conflict: sentenceOf(reply) });
    else this.fail(reply);
  }

  /** The file stays as somebody else has written it. */
  keepFile(): void {
    this.store.set({ conflict: null });
  }

  /** A text that opens this deck elsewhere; null where there is none. */
  async share(): Promise<string | null> {
    this.sendText();
    const reply = await this.connection.ask({ type: "share", revision: this.revisions.newest });
    if (typeof reply?.text === "string") return reply.text;
    this.fail(reply);
    return null;
  }

  /** The report as one page, and what it is called; null where there is none. */
  async report(): Promise<{ html: string; name: string } | null> {
    this.sendText();
    const reply = await this.connection.ask({ type: "report", revision: this.revisions.newest });
    if (typeof reply?.html === "string") return { html: reply.html, name: String(reply.name) };
    this.fail(reply);
    return null;
  }

  /** One trial, as the topic's own policy plays it, or another one in the worlds of policies side by side. */
  async trial(topic: string, trial: number, policy?: string): Promise<Played | string> {
    this.sendText();
    const revision = this.revisions.newest;
    const reply = await this.connection.ask({ type: "trial", revision, topic, trial, ...(policy && { policy }) });
    if (!reply?.hands) return sentenceOf(reply);
    const played = reply as unknown as Played;
    return { ...played, kinds: withPictures(played.kinds) };
  }

  /** Marks a place of the text in the editor, or none any more. */
  readonly point = (range: Span | null): void => {
    const view = this.view;
    view?.dispatch({ effects: pointAt.of(range && spanOf(view.state.doc, range)) });
  };

  /** What the cards of the newest text do, in words; null where nobody can say. */
  async explained(): Promise<Explained | null> {
    this.sendText();
    const reply = await this.connection.ask({ type: "explain", revision: this.revisions.newest });
    return (reply?.explained as Explained | null | undefined) ?? null;
  }

  /** The parts that effects are made of. */
  async menus(): Promise<Menus | null> {
    if (this.knownMenus) return this.knownMenus;
    this.sendText();
    const reply = await this.connection.ask({ type: "menus", revision: this.revisions.newest });
    this.knownMenus = (reply?.menus as Menus | undefined) ?? null;
    return this.knownMenus;
  }

  /** The effects of a card of the newest text, as parts; null where nobody can say. */
  async inParts(card: string): Promise<InParts | null> {
    this.sendText();
    const reply = await this.connection.ask({ type: "parts", revision: this.revisions.newest, card });
    return (reply?.parts as InParts | undefined) ?? null;
  }

  /** Writes an effect in its place in the text, or takes it away; why not, where that cannot be. */
  async rewrite(card: string, place: number, effect: Effect | null): Promise<string | null> {
    this.sendText();
    const revision = this.revisions.newest;
    const reply = await this.connection.ask({ type: "rewrite", revision, card, place, ...(effect && { effect }) });
    const view = this.view;
    if (reply && revision !== this.revisions.newest) return this.rewrite(card, place, effect);
    if (!reply?.edits || !view) return sentenceOf(reply);
    if (!this.store.state.pinned && !hasErrors(this.store.state)) this.pin();
    const { doc } = view.state;
    view.dispatch({ changes: (reply.edits as Edit[]).map((edit) => changeOf(edit, doc)), userEvent: "input.effect" });
    return null;
  }

  /** Asks about the place in the newest text. */
  async ask(type: "complete" | "hover", offset: number): Promise<Reply | null> {
    this.sendText();
    const place = placeOf(this.view!.state.doc, offset);
    return this.connection.ask({ type, revision: this.revisions.newest, ...place });
  }

  say(sentence: string, kind: "good" | "bad"): void {
    this.tell({ sentence, kind });
  }

  tell(said: Said): void {
    this.store.set({ said });
  }

  silence(): void {
    this.store.set({ said: null });
  }

  private fail(reply: Reply | null): void {
    this.say(sentenceOf(reply), "bad");
  }

  // What the server says ---------------------------------------------------------------------------

  private take(message: Exclude<FromServer, Reply>): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "deck":
        return this.takeDeck(message);
      case "diagnostics":
        return this.takeProblems(message.revision, message.items);
      case "result":
        return this.takeResult(message);
      case "studied":
        return this.takeStudied(message);
      case "trouble":
        return this.store.set({ said: { sentence: message.sentence, kind: "bad", about: message.revision } });
    }
  }

  private welcome(welcome: Welcome): void {
    const again = this.store.state.welcome !== null;
    speak(welcome.messages);
    document.documentElement.lang = welcome.language;
    this.store.set({ welcome, waits: welcome.confirm && !this.agreed, saved: welcome.text });
    if (!this.touched) this.store.set({ text: welcome.text });
    if (!again) this.ready();
    if (again && !this.touched && this.text !== welcome.text) {
      this.replaceText(welcome.text);
    }
    if (welcome.confirm && this.agreed) this.connection.send({ type: "run" });
    if (again && this.touched) {
      // The server begins with the text of the file; what is here is newer.
      this.floor = this.revisions.newest;
      this.sent = -1;
      this.sendText();
    }
    const { pinned, topic } = this.store.state;
    if (pinned) this.connection.send({ type: "pin", text: pinned.text });
    if (topic !== null) this.connection.send({ type: "topic", name: topic });
    if (again) {
      // Nobody there knows what the panels have asked.
      const anew = [...this.store.state.panels].map(([kind, asked]) => [kind, { ...asked, id: 0, key: "" }] as const);
      this.store.set({ panels: new Map(anew) });
    }
    this.askPanels();
  }

  /** The text that an answer is about; null where it is of no use any more. */
  private since(revision: number): Since | null {
    if (!this.view || revision < this.floor) return null;
    return this.revisions.since(revision, this.view.state.doc);
  }

  private takeDeck(deck: DeckMessage): void {
    const since = this.since(deck.revision);
    if (!since) return;
    this.counts.read([...deck.cards, { name: SIZE, count: deck.size, place: deck.size_place, insert: null }], since);
    this.store.set({ deck });
    if (this.linked !== null && !deck.topics.includes(this.linked)) {
      const topic = this.linked.slice(0, 80).replace(/\p{C}/gu, "·");
      this.say(t("The deck of this link has no topic {topic}.", { topic }), "bad");
    }
    this.linked = null;
    this.askPanels();
    if (deck.revision !== this.revisions.newest) return;
    const { pinned, history } = this.store.state;
    if (pinned?.text === this.text) this.store.set({ pinned: { ...pinned, ...countedIn(deck) } });
    this.store.set({ history: this.withCounts(history) });
  }

  /** With the counts of the text in the editor, if they are known: its cards may be told before its numbers, or
   *  after them. */
  private withCounts(history: History): History {
    const { deck } = this.store.state;
    if (deck?.revision !== this.revisions.newest) return history;
    const own = deck.cards.filter((card) => !card.filler).map((card) => [card.name, card.count] as const);
    return counted(history, this.text, new Map(own));
  }

  private takeProblems(revision: number, items: readonly DiagnosticItem[]): void {
    const view = this.view;
    const since = this.since(revision);
    if (!view || !since) return;
    const problems = items.map((item) => ({ ...item, ...rangeOf(since.doc, item), fixes: [] }));
    const about = this.store.state.said?.about ?? null;
    if (about !== null && about < revision) this.silence();
    // Who has written nothing has made no mistake.
    const moved = isBlank(this.text) ? [] : movedBy(since.changes, problems);
    this.showProblems(moved);
    clearTimeout(this.fixing);
    if (moved.some((problem) => problem.fixable)) {
      this.fixing = setTimeout(() => void this.findFixes(), PAUSE_BEFORE_FIXES);
    }
  }

  private async findFixes(): Promise<void> {
    this.sendText();
    const revision = this.revisions.newest;
    const reply = await this.connection.ask({ type: "fixes", revision });
    if (!this.view || !reply?.fixes || revision !== this.revisions.newest) return;
    const found = reply.fixes as FixItem[];
    this.showProblems(withFixes(this.store.state.problems, found, this.view.state.doc));
  }

  private showProblems(problems: readonly Problem[]): void {
    this.store.set({ problems });
    this.view?.dispatch(marks(this.view.state, problems, this));
  }

  private takeResult(result: ResultMessage): void {
    if (result.revision > this.revisions.newest || result.revision < this.floor) return;
    this.store.set({ result });
    this.askPanels();
    const { tried, history } = this.store.state;
    if (isStale(this.store.state)) return;
    const made = this.making ?? { typed: false, began: 0, ended: 0 };
    this.making = null;
    const topics = result.result.topics.map(seen);
    this.store.set({ history: this.withCounts(recorded(history, this.text, topics, made)) });
    if (!tried) return;
    if (this.restOf(tried.card) !== tried.rest) return;
    this.store.set({ tried: this.triedWith(tried, result) });
  }

  private takeStudied(found: StudiedMessage): void {
    if (found.revision > this.revisions.newest || found.revision < this.floor) return;
    const { panels } = this.store.state;
    const asked = panels.get(found.kind);
    if (asked?.id !== found.id) return;
    this.store.set({ panels: new Map(panels).set(found.kind, { ...asked, found }) });
  }
}

/** How many cards a deck has, and of each; nothing where that is not known. */
function countedIn(deck: DeckMessage | null): Pick<Pinned, "size" | "counts"> {
  const counts = new Map(deck?.cards.map((card) => [card.name, card.count]));
  return { size: deck?.size ?? null, counts };
}

function seen(topic: Topic): Seen {
  const { method, success } = inFront(topic);
  return { name: topic.name, method, success };
}

/** What is known of the pinned deck, after it was compared with.  Under several policies it is compared under
 *  the first of them, which is not the one in front. */
function refreshed(
  before: readonly Seen[],
  topics: readonly Topic[],
  compared: readonly Compared[],
): readonly Seen[] {
  const others = before.filter(({ name }) => compared.every((one) => one.name !== name));
  const now = compared.flatMap(({ name, pinned }) => {
    const known = before.find((one) => one.name === name);
    const topic = topics.find((one) => one.name === name);
    if (known?.method === "exact" || !topic || "policies" in topic) return known ?? [];
    return { name, ...pinned };
  });
  return [...others, ...now];
}

function movedBy(changes: ChangeDesc, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => {
    const from = changes.mapPos(problem.from, 1);
    return { ...problem, from, to: Math.max(from, changes.mapPos(problem.to, -1)), fixes: [] };
  });
}

function sentenceOf(reply: Reply | null): string {
  return reply?.error ?? gone();
}

/** The focus goes to the numbers, where what it was on is gone. */
export function toNumbers(): void {
  document.getElementById("pane-numbers")?.focus();
}

export function gone(): string {
  return t("The program on your computer does not answer. Is it still running?");
}
