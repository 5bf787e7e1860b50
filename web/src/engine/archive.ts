// Files in one piece: a list of their names and sizes (JSON), that list's size before it (four bytes, the
// least first), and their contents one after another.  web/wasm.py writes it, too.

export function* filesOf(archive: ArrayBuffer): Generator<[name: string, content: Uint8Array<ArrayBuffer>]> {
  const size = new DataView(archive).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(archive, 4, size))) as [string, number][];
  let from = 4 + size;
  for (const [name, length] of list) {
    yield [name, new Uint8Array(archive, from, length)];
    from += length;
  }
}

export function archived(files: readonly [name: string, content: Uint8Array][]): ArrayBuffer {
  const list = new TextEncoder().encode(JSON.stringify(files.map(([name, content]) => [name, content.length])));
  const all = new Uint8Array(files.reduce((sum, [, content]) => sum + content.length, 4 + list.length));
  new DataView(all.buffer).setUint32(0, list.length, true);
  all.set(list, 4);
  let from = 4 + list.length;
  for (const [, content] of files) {
    all.set(content, from);
    from += content.length;
  }
  return all.buffer;
}
