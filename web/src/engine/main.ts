// The worker of a page without a server: CPython as WebAssembly, and in it the engine (yisp/view/inside.py).
//
// What comes in: a `Setting`, then the page's messages.  What goes out: what `talk.ts` says.  Pieces of work
// are done one after another; between two of them whatever has come is read.

import { python } from "./cpython";
import { overtakes, type Said, type Setting } from "./talk";

const OUT_OF_MEMORY = /MemoryError|Spent|out of memory/i;

function say(said: Said, transfer: Transferable[] = []): void {
  postMessage(said, { transfer });
}

async function main(): Promise<void> {
  const early: string[] = [];
  let hear = (message: string): void => void early.push(message);
  const setting = await new Promise<Setting>((resolve) => {
    onmessage = ({ data }: MessageEvent<Setting | string>) => {
      if (typeof data === "string") hear(data);
      else resolve(data);
    };
  });
  const { name, language, seed, sent } = setting;
  const read = { all: 0, texts: 0 };
  const { begin, frozen } = await python(setting);
  if (frozen) say({ is: "frozen", frozen }, [frozen]);
  const engine = begin(
    JSON.stringify({ name, language, seed }),
    (message) => say({ is: "tell", message }),
    (message) => say({ is: "watch", message }),
    () => sent !== null && Atomics.load(sent, 0) !== read.all,
    () => sent !== null && Atomics.load(sent, 1) !== read.texts,
  );

  // A channel comes back at once, where timers wait.
  const channel = new MessageChannel();
  let awake = false;
  const wake = (): void => {
    if (awake) return;
    awake = true;
    channel.port2.postMessage(null);
  };
  const guarded = (act: () => boolean): void => {
    try {
      if (act()) wake();
    } catch (error) {
      const reason = String((error as Error)?.message ?? error);
      if (reason.trimEnd().endsWith("KeyboardInterrupt")) {
        guarded(() => {
          engine.interrupted();
          return act();
        });
        return;
      }
      // Whatever else goes wrong here is the end of this engine: the page takes another.
      say({ is: "died", memory: OUT_OF_MEMORY.test(reason), reason });
      close();
    }
  };
  channel.port1.onmessage = () => {
    awake = false;
    guarded(() => engine.step());
  };
  hear = (message) => {
    read.all += 1;
    if (overtakes(JSON.parse(message) as { type: string })) read.texts += 1;
    say({ is: "heard" });
    guarded(() => {
      engine.hear(message);
      return true;
    });
  };
  say({ is: "ready" });
  early.forEach(hear);
}

main().catch((error) => say({ is: "died", memory: false, reason: String(error?.message ?? error) }));
