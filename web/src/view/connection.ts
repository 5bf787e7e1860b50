// The socket to the server: sending, waiting for replies, and finding the server again when it is gone.
//
// What comes in: objects of `protocol.ts`.  What goes out: the server's messages to `heard`, and whether
// there is a server to `changed`.  Nothing is kept while there is none: when it is back it says `welcome`,
// and whoever uses the connection says again what matters (the text, what is pinned).  Questions under way
// are then answered with null.

import type { FromServer, Question, Reply, ToServer } from "./protocol";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
const PATIENCE = 20_000;

export class Connection {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<number, (reply: Reply | null) => void>();
  private questions = 0;
  private pause = FIRST_PAUSE;

  constructor(
    private readonly address: string,
    private readonly heard: (message: Exclude<FromServer, Reply>) => void,
    private readonly changed: (open: boolean) => void,
  ) {}

  open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.changed(true);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type === "reply") this.waiting.get(message.id)?.(message);
      else this.heard(message);
    };
    socket.onclose = () => {
      this.socket = null;
      for (const answer of [...this.waiting.values()]) answer(null);
      this.changed(false);
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    };
  }

  send(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Sends a question and gives its reply; null if none will come. */
  ask(question: Question): Promise<Reply | null> {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    const id = ++this.questions;
    return new Promise((resolve) => {
      const answer = (reply: Reply | null): void => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(reply);
      };
      const timer = setTimeout(() => answer(null), PATIENCE);
      this.waiting.set(id, answer);
      socket.send(JSON.stringify({ ...question, id }));
    });
  }
}
