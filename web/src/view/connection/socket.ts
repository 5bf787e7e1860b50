// A session behind a socket, that of `yispc view`: finding it again when it is gone.
//
// Nothing is kept while there is none: when it is back it says `welcome`, and whoever uses the connection says
// again what matters (the text, what is pinned).  Questions under way are then answered with null.

import { Connection, type Connecting } from "./connection";
import type { FromServer } from "../protocol";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

export class Socket extends Connection {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;

  constructor(
    private readonly address: string,
    ...both: Parameters<Connecting>
  ) {
    super(...both);
  }

  open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.changed(true);
    };
    socket.onmessage = (event) => this.take(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => {
      this.socket = null;
      this.giveUp();
      this.changed(false);
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    };
  }

  protected get answers(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  protected post(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }
}
