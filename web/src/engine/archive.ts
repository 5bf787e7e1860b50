// Files in one piece: a list of their names and sizes (JSON), that list's size before it (four bytes, the
// least first), and their contents one after another.  web/wasm.py writes it.

export function* filesOf(archive: ArrayBuffer): Generator<[name: string, content: Uint8Array]> {
  const size = new DataView(archive).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(archive, 4, size))) as [string, number][];
  let from = 4 + size;
  for (const [name, length] of list) {
    yield [name, new Uint8Array(archive, from, length)];
    from += length;
  }
}
