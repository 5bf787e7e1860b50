// Tables as CSV, for a spreadsheet.
//
// What comes in: a head and rows, of which numbers are numbers.  What goes out: text, in which no name that a
// stranger has chosen becomes a formula (as in yisp/spreadsheet.py).

export type Cell = string | number | null;

export interface Table {
  head: string[];
  rows: Cell[][];
}

const FORMULA = /^[']*\s*[=+\-@]/;
const FRACTION = /^-?\d+(\/\d+)?$/;
const QUOTED = /[",\r\n]/;

export function csv({ head, rows }: Table): string {
  return [head, ...rows].map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

function written(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) && !FRACTION.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
