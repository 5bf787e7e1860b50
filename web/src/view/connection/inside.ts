// A session in this browser: an engine in a worker, watched over as a server watches over its processes.
//
// What comes in: the parts of which an engine is made (`parts.ts`), and the page's messages.  What goes out: what
// the engine says; and, whatever a deck does, trouble in a sentence.  What an engine has to know (the text, what
// is pinned, what is looked at and studied) is kept here, so that another one can take its place at any moment:
//
// * another text that was not read after `OVERTAKEN` interrupts the piece at hand, where memory can be shared; where
//   it cannot, or the interrupt is not heard either, the spare engine takes over, as soon as there is one;
// * an engine that says nothing of a piece for `PATIENCE` is ended; another ends by itself, for lack of memory or by
//   a fault of ours.  The version at hand is then given up: it is not worked on again before the text is another
//   one, so that nothing dies of it time and again.
//
// An engine that was warm once is frozen, and others take that up, also those of later visits (`frozen.ts`); if one
// of them comes to nothing, the next is begun as the first one was.
//
// The spare is started when there are first numbers, and not before: until then all processors are needed.  Where
// an engine can be interrupted, and so need not be replaced, the spare does not wait in vain: from the first study on,
// or from another text on, it is the second one, which makes the studies while the first goes on with the numbers.
// Both are told the same but for that, and of the second nothing else is passed on; if it comes to nothing, so do the
// studies, and the numbers stay.

import { overtakes, type Said, type Setting } from "../../engine/talk";
import { t } from "../../parts/words";
import { Connection, type Connecting } from "./connection";
import { keep } from "./frozen";
import type { Parts, Places } from "./parts";
import type { FromServer, Question, ToServer, Welcome } from "../protocol";

const OVERTAKEN = 35;
const UNHEARD = 200;
const PATIENCE = 10_000;
/** How often somebody looks, besides when an engine should have read another text. */
const LOOK = 100;
/** Engines in a row that may die before they are ready. */
const STILLBORN = 3;
/** Whether a second one works, too. */
const TWO = globalThis.crossOriginIsolated && navigator.hardwareConcurrency > 1;

type Message = ToServer | (Question & { id: number });
type Edit = Extract<ToServer, { type: "edit" }>;
type Study = Extract<ToServer, { type: "study" }>;

/** A worker, and what is known of it. */
class Engine {
  ready = false;
  /** Whether it was told what it has to know. */
  placed = false;
  /** Whether it took up what was frozen, and has not said anything yet. */
  unproven: boolean;
  busy = false;
  heardAt = performance.now();
  revision: number | null = null;
  /** When each message was sent that was not read yet, the oldest first, and whether it is another text. */
  readonly unread: { at: number; another: boolean }[] = [];
  interruptedAt = 0;
  /** Those that are asked of it. */
  readonly studies = new Set<number>();
  private readonly sent: Int32Array<SharedArrayBuffer> | null = null;
  private readonly interrupt: Uint8Array<SharedArrayBuffer> | null = null;
  private readonly worker: Worker;

  constructor(parts: Parts, setting: Pick<Setting, "name" | "language" | "seed" | "memory" | "warm">, hear: (said: Said) => void) {
    if (globalThis.crossOriginIsolated) {
      this.sent = new Int32Array(new SharedArrayBuffer(8));
      this.interrupt = new Uint8Array(new SharedArrayBuffer(1));
    }
    this.worker = new Worker(parts.script);
    this.worker.onmessage = ({ data }: MessageEvent<Said>) => hear(data);
    this.worker.onerror = (event) => hear({ is: "died", memory: false, reason: event.message });
    const { sent, interrupt } = this;
    const { python, library, frozen } = parts;
    this.unproven = frozen !== null;
    this.worker.postMessage({ python, library, frozen, sent, interrupt, ...setting } satisfies Setting);
  }

  post(message: Message): void {
    if (this.sent) {
      Atomics.add(this.sent, 0, 1);
      if (overtakes(message)) Atomics.add(this.sent, 1, 1);
    }
    if (message.type === "study") this.studies.add(message.id);
    if (message.type === "leave") this.studies.delete(message.id);
    this.unread.push({ at: performance.now(), another: overtakes(message) });
    this.worker.postMessage(JSON.stringify(message));
  }

  /** Cuts off the piece at hand; whether that can be done. */
  cutOff(): boolean {
    if (!this.interrupt) return false;
    Atomics.store(this.interrupt, 0, 2);
    this.interruptedAt = performance.now();
    return true;
  }

  end(): void {
    this.worker.terminate();
  }
}

export class Inside extends Connection {
  private engine: Engine | null = null;
  private second: Engine | null = null;
  private spare: Engine | null = null; // which knows of no deck yet
  private parts: Parts | null = null;
  private stillborn = 0;
  // What an engine has to know.
  private edit: Edit;
  private readonly state = new Map<string, ToServer>(); // what is pinned, what is looked at
  private readonly studies = new Map<number, Study>();
  private readonly asked = new Map<number, Message>();
  private failed: number | null = null; // the revision that an engine has died of

  constructor(
    private readonly loading: Promise<Parts>,
    private readonly places: Places,
    private readonly welcome: Welcome,
    ...both: Parameters<Connecting>
  ) {
    super(...both);
    this.edit = { type: "edit", revision: 0, text: welcome.text };
  }

  open(): void {
    this.changed(true);
    this.take(this.welcome);
    this.loading.then(
      (parts) => {
        this.parts = parts;
        this.engine = this.start(false);
        setInterval(() => this.look(), LOOK);
      },
      (error) => this.trouble(null, t("The program could not be loaded: {reason}.", { reason: String(error) })),
    );
  }

  protected get answers(): boolean {
    return true;
  }

  protected post(message: Message): void {
    this.keep(message);
    // A list is about no version, so it is read also where none is worked on.
    if (!(message.type === "import" ? this.engine?.ready : this.engine?.placed)) return;
    const another = overtakes(message);
    if (another || (message.type === "study" && this.studies.size === 1)) this.share(message);
    for (const reader of this.readers(message)) reader.post(message);
    if (another) {
      this.assign();
      setTimeout(() => this.look(), OVERTAKEN);
    }
  }

  /** The one who makes the studies. */
  private get home(): Engine {
    return this.second ?? this.engine!;
  }

  /** Who has to know of a message. */
  private readers(message: Message): Engine[] {
    const { home } = this;
    const engine = this.engine!;
    if (message.type === "study" || message.type === "leave") return [home];
    if (message.type === "report") return [home.studies.size ? home : engine]; // it has the studies in it
    const isQuestion = "id" in message;
    return isQuestion || home === engine ? [engine] : [engine, home];
  }

  /** Lets the spare be the second one, which is told all but the message that comes next. */
  private share(next: Message): void {
    const { spare } = this;
    if (!TWO || !spare?.ready || this.second || !this.studies.size) return;
    this.second = spare;
    this.spare = null;
    for (const message of this.version) if (message !== next) spare.post(message);
  }

  /** What there is to work on, but for the studies of it. */
  private get version(): ToServer[] {
    return [...this.state.values(), this.edit];
  }

  /** Asks all studies of the one who makes them, and of nobody else. */
  private assign(): void {
    const engine = this.engine!;
    const { home } = this;
    for (const [id, study] of this.studies) if (!home.studies.has(id)) home.post(study);
    if (home !== engine) for (const id of [...engine.studies]) engine.post({ type: "leave", id });
  }

  /** Keeps what another engine would have to know. */
  private keep(message: Message): void {
    switch (message.type) {
      case "edit":
        if (message.revision !== this.failed) this.failed = null;
        this.edit = message;
        break;
      case "topic":
      case "pin":
        this.state.set(message.type, message);
        break;
      case "unpin":
        this.state.delete("pin");
        break;
      case "study":
        this.studies.set(message.id, message);
        break;
      case "leave":
        this.studies.delete(message.id);
        break;
      case "run":
        break;
      default:
        this.asked.set(message.id, message);
    }
  }

  private start(warm: boolean): Engine {
    const { language, seed, capabilities } = this.welcome;
    const name = this.welcome.file ?? "deck.yml";
    const setting = { name, language, seed, memory: capabilities.memory, warm };
    const engine: Engine = new Engine(this.parts!, setting, (said) => this.hear(engine, said));
    return engine;
  }

  private hear(engine: Engine, said: Said): void {
    if (![this.engine, this.second, this.spare].includes(engine)) return; // it was ended
    engine.heardAt = performance.now();
    switch (said.is) {
      case "ready":
        engine.ready = true;
        this.stillborn = 0;
        this.place();
        if (engine === this.engine) this.askOfLists(engine);
        break;
      case "frozen":
        this.freeze(said.frozen);
        break;
      case "heard":
        engine.unread.shift();
        engine.interruptedAt = 0;
        break;
      case "tell":
        engine.unproven = false;
        this.pass(engine, JSON.parse(said.message) as FromServer);
        break;
      case "watch":
        this.watch(engine, JSON.parse(said.message) as { is: string; revision?: number; sentence?: string });
        break;
      case "died":
        console.error(said.reason.slice(-2000));
        this.bury(engine, engine.ready ? whyEnded(said.memory) : null);
    }
  }

  private pass(engine: Engine, message: FromServer): void {
    if (engine !== this.engine && message.type !== "studied" && message.type !== "reply") return;
    if (message.type === "reply") this.asked.delete(message.id);
    this.take(message);
    if (message.type === "result") this.prepare();
  }

  /** What others take up from now on; null where what they took up was no good. */
  private freeze(frozen: ArrayBuffer | null): void {
    this.parts = { ...this.parts!, frozen };
    void keep(this.places, frozen);
  }

  /** There are numbers, or there will be none: now is the time for a spare. */
  private prepare(): void {
    if (!this.spare && !this.second && this.stillborn < STILLBORN) this.spare = this.start(true);
  }

  private watch(engine: Engine, message: { is: string; revision?: number; sentence?: string }): void {
    engine.busy = message.is === "at";
    if (engine.busy) engine.revision = message.revision ?? null;
    else if (engine === this.engine) this.prepare();
    if (message.is === "spent") this.bury(engine, message.sentence ?? null);
  }

  /** Tells an engine all that it has to know. */
  private place(): void {
    const { engine } = this;
    if (!engine?.ready || engine.placed || this.failed !== null) return;
    engine.placed = true;
    for (const message of [...this.version, ...this.studies.values(), ...this.asked.values()]) engine.post(message);
  }

  /** Asks what waited for an engine and is about no version, where none is worked on: else it has been asked. */
  private askOfLists(engine: Engine): void {
    if (engine.placed) return;
    for (const question of this.asked.values()) if (question.type === "import") engine.post(question);
  }

  /** An engine has ended, or is to; with a sentence, because of the version at hand. */
  private bury(engine: Engine, sentence: string | null): void {
    engine.end();
    if (engine.unproven) this.freeze(null);
    else if (!engine.ready) this.stillborn += 1;
    if (engine === this.spare) this.spare = null;
    else if (engine === this.second) this.alone(engine.revision === this.edit.revision ? sentence : null);
    else this.replace(engine, sentence);
  }

  /** The engine is gone that told the numbers. */
  private replace(engine: Engine, sentence: string | null): void {
    if (sentence !== null) this.fail(engine.revision, sentence);
    this.engine = null;
    this.second?.end(); // it has told its numbers already, to nobody
    this.second = null;
    if (this.stillborn >= STILLBORN) {
      this.trouble(null, t("The program cannot be started in this browser."));
      return;
    }
    this.engine = this.spare ?? this.start(false);
    this.spare = null;
    this.place();
    if (!this.engine.ready) return;
    this.askOfLists(this.engine);
    this.prepare();
  }

  /** There is no second engine any more; with a sentence, because of a study of the version at hand. */
  private alone(sentence: string | null): void {
    this.second = null;
    for (const question of this.asked.values()) if (question.type === "report") this.engine!.post(question);
    if (sentence === null) this.assign();
    else this.failStudies(sentence);
  }

  private fail(revision: number | null, sentence: string): void {
    const { revision: newest } = this.edit;
    if (revision !== null && newest !== revision) return; // nobody waits for it any more
    this.failed = newest;
    this.asked.clear();
    this.giveUp();
    this.failStudies(sentence);
    this.trouble(newest, sentence);
  }

  private failStudies(sentence: string): void {
    for (const { id, kind } of this.studies.values()) {
      this.take({
        type: "studied",
        id,
        kind,
        revision: this.edit.revision,
        state: "done",
        content: null,
        ended: null,
        error: sentence,
      });
    }
  }

  private trouble(revision: number | null, sentence: string): void {
    this.take({ type: "trouble", revision, sentence });
  }

  /** Looks after engines that are silent. */
  private look(): void {
    this.place();
    if (this.engine) this.lookAfter(this.engine);
    if (this.second) this.lookAfter(this.second);
  }

  private lookAfter(engine: Engine): void {
    const now = performance.now();
    const edit = engine.unread.find(({ another }) => another);
    if (edit && now - edit.at >= OVERTAKEN) {
      if (!engine.interruptedAt && engine.cutOff()) return;
      if (engine.interruptedAt && now - engine.interruptedAt < UNHEARD) return;
      if (this.second || this.spare?.ready) return this.bury(engine, null);
    }
    if (engine.busy && now - engine.heardAt > PATIENCE) {
      const sentence = t("This version takes longer than {seconds} seconds at one piece of work, so it was ended.", {
        seconds: String(PATIENCE / 1000),
      });
      this.bury(engine, sentence);
    }
  }
}

function whyEnded(memory: boolean): string {
  return memory
    ? t("This version takes more memory than it may have, so it was ended.")
    : t("Yisp failed on this version; this is a fault of Yisp, not of the deck: please report it, and send us the deck.");
}
