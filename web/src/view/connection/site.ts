// A page without a server: which deck it begins with, in which language, and of what its engine is made.
//
// What comes in: what `yispc site` wrote into the page, the address, and what this browser keeps.  What goes out:
// the connection to an engine in this browser, and the deck's place here.

import type { Connecting } from "./connection";
import type { Reading } from "../files/database";
import { Home, leftToSay, type Found } from "../files/home";
import { Inside } from "./inside";
import { unpacked } from "../files/link";
import { parts, type Part, type Places } from "./parts";
import type { Welcome } from "../protocol";
import { free, last, noted, read } from "../files/shelf";
import type { Said } from "../state";
import { speak, t, type Catalogue } from "../../parts/words";

/** What `yispc site` writes (yisp/site/folder.py). */
export interface Site {
  parts: Places;
  /** What is loaded when a card database comes. */
  reading: Reading;
  /** The catalogue of each language but English. */
  words: Record<string, Part>;
  version: string;
  /** Bytes that an engine may take. */
  memory: number;
  /** The deck that is there at the first visit. */
  sample: { name: string; text: string };
}

const ENGLISH = "en";

/** The user's language, of those that there are. */
function language(site: Site): string {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [...(asked ? [asked] : []), ...navigator.languages];
  const known = [ENGLISH, ...Object.keys(site.words)];
  return wanted.map((one) => one.slice(0, 2).toLowerCase()).find((one) => known.includes(one)) ?? ENGLISH;
}

async function words(part: Part | undefined): Promise<Catalogue> {
  if (!part) return {};
  const answer = await fetch(part.path, { integrity: part.integrity });
  return (await answer.json()) as Catalogue;
}

/** What the page begins with: a deck in its address, the one that is asked for or was open last, or the sample. */
async function beginning(site: Site): Promise<Found & { said?: Said }> {
  try {
    const linked = await unpacked(location.hash);
    if (linked !== null) return { name: free(t("shared deck") + ".yml"), mark: null, ...linked };
  } catch {
    const sentence = t("The deck in this link cannot be read: it is broken, or too large.");
    return { name: free(site.sample.name), text: "", mark: null, said: { sentence, kind: "bad" } };
  }
  const asked = new URLSearchParams(location.search).get("deck");
  const found = asked === null ? last() : read(asked);
  if (found) noted(found.name);
  return found ?? { name: free(site.sample.name), text: site.sample.text, mark: null };
}

/** What a page needs to begin. */
export interface Beginning {
  connect: Connecting;
  home: Home;
  /** The topic that a link looks at. */
  topic: string | null;
  /** What there is to be said at once. */
  said: Said | null;
}

export async function connecting(site: Site): Promise<Beginning> {
  const loading = parts(site.parts);
  loading.catch(() => {}); // told when somebody asks for them
  addEventListener("hashchange", () => location.hash.startsWith("#d=") && location.reload()); // another link
  const spoken = language(site);
  const messages = await words(site.words[spoken]);
  speak(messages);
  const found = await beginning(site);
  const { name, text, topic = null, said = leftToSay() } = found;
  const welcome: Welcome = {
    type: "welcome",
    file: name,
    text,
    language: spoken,
    messages,
    seed: crypto.getRandomValues(new Uint32Array(1))[0]!,
    confirm: false,
    writable: false,
    version: site.version,
    capabilities: {
      files: false,
      native: false,
      processes: false,
      databases: true,
      cores: navigator.hardwareConcurrency,
      memory: site.memory,
    },
  };
  const connect: Connecting = (...both) => new Inside(loading, site.parts, welcome, ...both);
  return { connect, home: new Home(found, site.reading), topic, said };
}

/** Lets the page open without a network from now on; another version waits until somebody wants it. */
export async function keepOffline(tell: (said: Said) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const controlled = navigator.serviceWorker.controller !== null;
  const registration = await navigator.serviceWorker.register("service.js");
  const waits = (worker: ServiceWorker): void => {
    if (!controlled) return;
    const take = (): void => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("take over");
    };
    tell({ sentence: t("There is a newer version of this page."), kind: "good", take });
  };
  if (registration.waiting) waits(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => worker.state === "installed" && waits(worker));
  });
}
