// The service worker of a page without a server: keeps the folder, so that it opens without a network.
//
// What comes in: the list of files that `yispc site` puts before this script, and requests of the page.  What goes
// out: the files as they were when this version came; those that not every page needs, from their first use on.
// Another version is fetched beside it, and takes over when no page is open any more, or when a page says so.  With
// each answer goes what shares memory between a page and its workers (cross-origin isolation), which static hosts
// seldom say.

declare const FOLDER: { base: string; version: string; files: string[]; later: string[] };

// Not the types of a page: this runs in a worker of its own kind.
interface Extendable {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Service {
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(kind: "install" | "activate", act: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", act: (event: Fetching) => void): void;
  addEventListener(kind: "message", act: (event: MessageEvent) => void): void;
}
const service = globalThis as unknown as Service;

const BEFORE = "yisp-";
const KEPT = BEFORE + FOLDER.version;
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

service.addEventListener("install", (event) => event.waitUntil(install()));
service.addEventListener("activate", (event) => event.waitUntil(activate()));
service.addEventListener("message", ({ data }) => {
  if (data === "take over") void service.skipWaiting();
});
service.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== "GET" || path === null) return;
  event.respondWith(answer(path, request));
});

/** Within the folder; null for what lies elsewhere. */
function pathOf(address: string): string | null {
  const { scope } = service.registration;
  const plain = address.replace(/[?#].*$/, "");
  if (!plain.startsWith(scope)) return null;
  return plain.slice(scope.length) || "index.html";
}

async function install(): Promise<void> {
  const cache = await caches.open(KEPT);
  await Promise.all(
    FOLDER.files.map(async (path) => {
      const address = new URL(path, service.registration.scope).href;
      // What has its digest in its name is the same for ever: the page has just loaded it.
      const found = await fetch(address, { cache: path.startsWith("assets/") ? "default" : "no-cache" });
      if (!found.ok) throw new Error(`${path}: ${found.status}`);
      await cache.put(address, found);
    }),
  );
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(BEFORE) && name !== KEPT) await caches.delete(name);
  }
  await service.clients.claim();
}

async function answer(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  const address = new URL(path, service.registration.scope).href;
  let found = await cache.match(address);
  if (!found) {
    found = await fetch(request);
    if (found.ok && FOLDER.later.includes(path)) await cache.put(address, found.clone());
  }
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
