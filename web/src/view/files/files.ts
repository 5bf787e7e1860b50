// Files of the user's, through the browser's own dialogues: opening them, and saving into the same one again.
//
// What comes in: a wish to open or to save, and files that are dropped.  What goes out: their content; a text in a
// file.  Where a browser gives a page no access to files (File System Access), a file is chosen in a field, and saved
// as a download.  A file keeps its line ends and its byte-order mark, as in yisp/view/saving.py; one that is not what
// it was is not written over unasked.

import { dropThing, keepThing, taken } from "./cupboard";

/** What the types of browsers do not have yet. */
declare global {
  interface Window {
    showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
    showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  }
  interface FileSystemFileHandle {
    queryPermission?(options: { mode: "readwrite" }): Promise<PermissionState>;
    requestPermission?(options: { mode: "readwrite" }): Promise<PermissionState>;
  }
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
}

/** A file that somebody handed over; with access to it, where the browser gives that. */
export interface Given {
  name: string;
  /** Null where there is too much of it. */
  data: Uint8Array<ArrayBuffer> | null;
  handle: FileSystemFileHandle | null;
}

/** A file that a deck is saved into. */
export interface Target {
  handle: FileSystemFileHandle;
  /** Its content when it was read or written last. */
  content: string;
}

/** Why something cannot be opened, in a sentence. */
export class Unfit extends Error {}

const LARGEST = 64 * 2 ** 20;

export const canPick = (): boolean => window.showOpenFilePicker !== undefined;

/** Those that the user picks; nothing where it is called off. */
export async function picked(): Promise<Given[]> {
  const handles = await uncancelled(window.showOpenFilePicker!({ multiple: true }));
  return Promise.all((handles ?? []).map(async (handle) => given(await handle.getFile(), handle)));
}

export async function given(file: File, handle: FileSystemFileHandle | null = null): Promise<Given> {
  const data = file.size > LARGEST ? null : new Uint8Array(await file.arrayBuffer());
  return { name: file.name, data, handle };
}

/** What was dropped or pasted.  (The list is empty as soon as its event is over, so all is asked for at once.) */
export function dropped(list: DataTransfer): Promise<Given[]> {
  const items = [...list.items].filter(({ kind }) => kind === "file");
  return Promise.all(
    items.flatMap((item) => {
      const file = item.getAsFile();
      if (!file) return [];
      const handle = item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null);
      return [handle.then((one) => given(file, one instanceof FileSystemFileHandle ? one : null))];
    }),
  );
}

const PLACE = "file ";

/** The file of a deck of that name. */
export function targetOf(deck: string): Promise<Target | null> {
  return taken<Target>(PLACE + deck);
}

export function keepTarget(deck: string, target: Target | null): Promise<void> {
  return target ? keepThing(PLACE + deck, target) : dropThing(PLACE + deck);
}

/** A file that the user chooses; null where that is called off. */
export async function chosen(name: string): Promise<Target | null> {
  const handle = await uncancelled(window.showSaveFilePicker!({ suggestedName: name }));
  return handle && { handle, content: "" };
}

export class Changed extends Error {}
export class Forbidden extends Error {}

/** Writes a text into a file, and gives that as it is then.  Throws {@link Changed} where somebody else has written it,
 *  {@link Forbidden} where the user does not let the page, and whatever goes wrong with the file. */
export async function save({ handle, content }: Target, text: string, force: boolean): Promise<Target> {
  const mode = { mode: "readwrite" } as const;
  const may = (await handle.queryPermission?.(mode)) ?? "granted";
  if (may !== "granted" && (await handle.requestPermission?.(mode)) !== "granted") throw new Forbidden();
  if (!force && (await contentOf(handle)) !== content) throw new Changed();
  const written = like(content, text);
  const stream = await handle.createWritable();
  await stream.write(written);
  await stream.close(); // until then the file is what it was
  return { handle, content: written };
}

/** The content of a file; that of one which is gone is empty. */
async function contentOf(handle: FileSystemFileHandle): Promise<string> {
  try {
    return decoded(await (await handle.getFile()).arrayBuffer());
  } catch (error) {
    if ((error as DOMException).name === "NotFoundError") return "";
    throw error;
  }
}

/** As it stands there, byte-order mark and all. */
export function decoded(data: BufferSource): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);
}

const MARK = "\ufeff";

/** A text as an editor has it. */
export function plain(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(MARK, "");
}

/** A text with the line ends and the byte-order mark of another one. */
function like(other: string, text: string): string {
  const wide = other.includes("\r\n") && !/(^|[^\r])\n/.test(other);
  return (other.startsWith(MARK) ? MARK : "") + (wide ? text.replaceAll("\n", "\r\n") : text);
}

async function uncancelled<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if ((error as DOMException).name === "AbortError") return null;
    throw error;
  }
}
