// What a page talks to: the session of its deck, wherever that is.  Sending, and waiting for replies.
//
// What comes in: objects of `protocol.ts`.  What goes out: the session's messages to `heard`, and whether
// there is one to `changed`.  There are two kinds: one behind a socket (`socket.ts`), and one in this browser
// (`inside.ts`).

import type { FromServer, Question, Reply, ToServer } from "../protocol";

const PATIENCE = 20_000;

/** Makes the connection that a session speaks through. */
export type Connecting = (
  heard: (message: Exclude<FromServer, Reply>) => void,
  changed: (open: boolean) => void,
) => Connection;

export abstract class Connection {
  private readonly waiting = new Map<number, (reply: Reply | null) => void>();
  private questions = 0;

  constructor(
    private readonly heard: (message: Exclude<FromServer, Reply>) => void,
    protected readonly changed: (open: boolean) => void,
  ) {}

  abstract open(): void;

  /** Whether questions are answered at the moment. */
  protected abstract get answers(): boolean;

  protected abstract post(message: ToServer | (Question & { id: number })): void;

  send(message: ToServer): void {
    if (this.answers) this.post(message);
  }

  /** Sends a question and gives its reply; null if none will come. */
  ask(question: Question): Promise<Reply | null> {
    if (!this.answers) return Promise.resolve(null);
    const id = ++this.questions;
    return new Promise((resolve) => {
      const answer = (reply: Reply | null): void => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(reply);
      };
      const timer = setTimeout(() => answer(null), PATIENCE);
      this.waiting.set(id, answer);
      this.post({ ...question, id });
    });
  }

  /** The session has said something. */
  protected take(message: FromServer): void {
    if (message.type === "reply") this.waiting.get(message.id)?.(message);
    else this.heard(message);
  }

  /** Nothing that was asked will be answered. */
  protected giveUp(): void {
    for (const answer of [...this.waiting.values()]) answer(null);
  }
}
