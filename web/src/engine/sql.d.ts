// What is used of sql.js, which has no types of its own.

declare module "sql.js/dist/sql-wasm-browser.js" {
  export class Database {
    constructor(data: Uint8Array);
    exec(query: string): { columns: string[]; values: unknown[][] }[];
  }
  export default function initSqlJs(options: { wasmBinary: ArrayBuffer }): Promise<{ Database: typeof Database }>;
}
