// Names of cards by their passcodes: read from a card database (`cards.cdb`), and kept for lists that are opened later.
//
// What comes in: a database that somebody opened or dropped.  What goes out: its rows (`engine/cards.ts`), which go
// with a list to the session.  What reads databases is a part of the page that is fetched when one comes, from the
// page's own folder, and ends when it has read it.

import type { Asked, Names } from "../../engine/cards";
import { t } from "../../parts/words";
import { keepThing, taken } from "./cupboard";
import { Unfit } from "./files";
import { fetched, unpacked, type Part } from "../connection/parts";

export type { Names };

const PATIENCE = 20_000;
const NAMES = "names";
const BEGINS = "SQLite format 3\0";

/** Where the parts lie that read databases. */
export interface Reading {
  script: Part;
  sqlite: Part;
}

export function isDatabase(name: string, data: Uint8Array): boolean {
  const begins = String.fromCharCode(...data.subarray(0, BEGINS.length));
  return begins === BEGINS || name.toLowerCase().endsWith(".cdb");
}

/** The names that were kept last. */
export function keptNames(): Promise<Names | null> {
  return taken<Names>(NAMES);
}

/** Reads a database and keeps its names; throws {@link Unfit}. */
export async function namesOf(file: string, database: Uint8Array<ArrayBuffer>, reading: Reading): Promise<Names> {
  const [script, sqlite] = await Promise.all([fetched(reading.script), fetched(reading.sqlite).then(unpacked)]).catch(
    () => {
      throw new Unfit(t("What reads databases could not be loaded: this takes the network, the first time."));
    },
  );
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  try {
    const names = await new Promise<Names | null>((resolve) => {
      setTimeout(() => resolve(null), PATIENCE);
      worker.onmessage = ({ data }: MessageEvent<Names | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage({ sqlite, database: database.buffer } satisfies Asked);
    });
    if (!names) throw new Unfit(t("{file} is no card database: one has the tables `texts` and `datas`.", { file }));
    await keepThing(NAMES, names);
    return names;
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}
