// The worker that reads a card database (`cards.cdb`, which is SQLite): which passcode is which card.
//
// What comes in: SQLite as WebAssembly, and the database.  What goes out: the rows of its tables `texts` and
// `datas`, as they stand there; null where it is no such database.  A database is a stranger's: it is looked at only
// where both are plain tables (no view, no virtual table, no computed column), so that nothing in it is run, and no
// value is larger than the file.  Whoever started this ends it when it takes too long.

import initSqlJs, { type Database } from "sql.js/dist/sql-wasm-browser.js";

/** The message to it. */
export interface Asked {
  sqlite: ArrayBuffer;
  database: ArrayBuffer;
}

export interface Names {
  texts: [passcode: number, name: string][];
  datas: [passcode: number, type: number][];
}

const MOST = 200_000;
const LONGEST_NAME = 200;

onmessage = async ({ data }: MessageEvent<Asked>) => {
  let names: Names | null = null;
  try {
    const { Database } = await initSqlJs({ wasmBinary: data.sqlite });
    names = namesIn(new Database(new Uint8Array(data.database)));
  } catch {
    // It is no database.
  }
  postMessage(names);
};

function namesIn(database: Database): Names | null {
  database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON");
  const plain = (table: string, ...columns: string[]): boolean => {
    const [[kind, page] = []] = rows(`SELECT type, rootpage FROM sqlite_schema WHERE name = '${table}'`);
    if (kind !== "table" || !page) return false;
    const found = rows(`SELECT name, hidden FROM pragma_table_xinfo('${table}')`);
    return columns.every((one) => found.some(([name]) => name === one)) && found.every(([, hidden]) => hidden === 0);
  };
  const rows = (query: string): unknown[][] => database.exec(query)[0]?.values ?? [];
  if (!plain("texts", "id", "name") || !plain("datas", "id", "type")) return null;
  const named = `typeof(id) = 'integer' AND typeof(name) = 'text' AND length(name) BETWEEN 1 AND ${LONGEST_NAME}`;
  return {
    texts: rows(`SELECT id, name FROM texts WHERE ${named} LIMIT ${MOST}`) as Names["texts"],
    datas: rows(
      `SELECT id, type FROM datas WHERE typeof(id) = 'integer' AND typeof(type) = 'integer' LIMIT ${MOST}`,
    ) as Names["datas"],
  };
}
