// What this browser keeps that is no text: files that somebody has opened, and the names of cards.
//
// What comes in: a value that can be copied, under a name.  What goes out: the same at another visit; null where
// there is none, or where a page may keep nothing.

const CUPBOARD = "yisp";
const SHELF = "kept";

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(CUPBOARD, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(SHELF);
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function within<T>(mode: IDBTransactionMode, act: (shelf: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const cupboard = await opened();
    try {
      return await done(act(cupboard.transaction(SHELF, mode).objectStore(SHELF)));
    } finally {
      cupboard.close();
    }
  } catch {
    return null;
  }
}

export async function taken<T>(name: string): Promise<T | null> {
  return ((await within("readonly", (shelf) => shelf.get(name) as IDBRequest<T | undefined>)) ?? null);
}

export async function keepThing(name: string, thing: unknown): Promise<void> {
  await within("readwrite", (shelf) => shelf.put(thing, name));
}

export async function dropThing(name: string): Promise<void> {
  await within("readwrite", (shelf) => shelf.delete(name));
}
