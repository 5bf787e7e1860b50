// Builds what the package ships: `npm run build`.
//
// What comes in: the page that `yispc report` writes (src/report), the one that `yispc view` serves and
// `yispc site` writes (src/view), and what runs beside the latter in a browser (src/engine).  What goes out, in
// ../yisp/page/built: a script and a style sheet for each, and sources.json, which says of every source what it
// was when it was built; a test compares that with what is there.  The same sources give the same bytes.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const built = process.argv[2] ?? join(here, "..", "yisp", "page", "built"); // elsewhere: for a test
const BESIDE = [
  "../docs/yisp.tmLanguage.json",
  "build.mjs",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
];

const entries = {
  report: "src/report/main.tsx",
  view: "src/view/main.tsx",
  engine: "src/engine/main.ts",
  cards: "src/engine/cards.ts",
  service: "src/engine/service.ts",
};

const pyodide = JSON.parse(readFileSync(join(here, "node_modules", "pyodide", "package.json"), "utf8")).version;

mkdirSync(built, { recursive: true });
for (const [name, source] of Object.entries(entries)) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: { [name]: source },
    outdir: built,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    define: { PYODIDE: JSON.stringify(pyodide) },
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none", // `licences` has all of them, also of packages without such a comment
    metafile: true,
    write: false,
  });
  for (const file of outputFiles) {
    const script = file.path.endsWith(".js");
    writeFileSync(file.path, script ? file.text.trimEnd() + "\n" + licences(metafile) : file.text);
  }
}
writeFileSync(join(built, "sources.json"), JSON.stringify(sources(), null, 1) + "\n");

/** The licences of what is bundled, as a comment at the script's end: each text once. */
function licences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) packages.add(found[1]);
  }
  const names = new Map(); // by text
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (!file) throw new Error(`${name} says nothing of its licence`);
    const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
    names.set(text, [...(names.get(text) ?? []), name]);
  }
  if (!names.size) return "";
  const texts = [...names].map(([text, whose]) => `${whose.join(", ")}:\n\n${text}`);
  const comment = `This script contains:\n\n${texts.join("\n\n")}`;
  // Neither a comment's end nor a script's may stand in it.
  return `/*!\n${comment.replaceAll("*/", "* /").replaceAll("</", "< /")}\n*/\n`;
}

/** Every source by its path, with the SHA-256 of its bytes. */
function sources() {
  const files = [...BESIDE, ...below(join(here, "src"))].sort();
  return Object.fromEntries(
    files.map((file) => [file, createHash("sha256").update(readFileSync(join(here, file))).digest("hex")]),
  );
}

function below(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(here, join(one.parentPath, one.name)).replaceAll("\\", "/"));
}
