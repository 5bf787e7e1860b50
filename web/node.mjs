// Runs a Python script in the browser's CPython, with all that `yispc site` packs, under node:
//
//     node web/node.mjs script.py [word ...] < input
//
// What comes in: a script, its words, and what it reads from the standard input.  What goes out: what it
// prints; the exit code is 1 where it fails.  Nothing else of this machine is seen from inside.

import { loadPyodide } from "pyodide";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const built = join(dirname(fileURLToPath(import.meta.url)), "..", "yisp", "site", "built");
const library = gunzipSync(readFileSync(join(built, "library.bin")));
const head = 4 + library.readUInt32LE(0);
const files = new Map();
let from = head;
for (const [name, size] of JSON.parse(library.toString("utf8", 4, head))) {
  files.set(name, new Uint8Array(library.subarray(from, from + size)));
  from += size;
}

const [script, ...words] = process.argv.slice(2);
const standardLibrary = "lib/python311.zip";
const given = process.stdin.isTTY ? "" : await text(process.stdin);
const folder = mkdtempSync(join(tmpdir(), "yisp-node-"));
try {
  const stdLibURL = join(folder, "library.zip");
  writeFileSync(stdLibURL, files.get(standardLibrary));
  const pyodide = await loadPyodide({ stdLibURL, stdin: () => null });
  for (const [name, content] of files) {
    if (name === standardLibrary) continue;
    pyodide.FS.mkdirTree(`/${dirname(name)}`);
    pyodide.FS.writeFile(`/${name}`, content);
  }
  pyodide.globals.set("given", given);
  pyodide.globals.set("words", pyodide.toPy([script, ...words]));
  pyodide.runPython(`
import os, sys
sys.path.insert(0, "/app")
sys.argv[:] = words
os.environ["YISP_CACHE_DIR"] = "/cache"
`);
  pyodide.runPython(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  // Not the stack: it shows the line of Pyodide's script, which has a million characters.
  console.error(String(error?.message ?? error).slice(-4000));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
