import { type Repaired, repairedEvent } from "@site/contracts/host/repaired-event";
import { toDomEventType } from "@site/contracts/events/event-bus";
import { eventSchemas } from "@site/contracts/events/event-schemas";
import type { SiteEventName, SiteEvents } from "@site/contracts/events/events";
import { isRecord } from "@site/contracts/wire/wire-schema";
import { findRegions, type IslandNote, toIslandName } from "./regions.ts";
import { findDetailProblem } from "./send-event.ts";
import { watchMissingFiles } from "./watch-missing-files.ts";

/** Something that passed on the bus. */
export interface PassedEvent {
  id: number;
  /** Milliseconds since the document began. */
  at: number;
  name: SiteEventName;
  detail: unknown;
}

/** Something that went wrong in this document. */
export interface Trouble {
  id: number;
  at: number;
  text: string;
}

/** What this document has done since the overlay's script ran, newest last. */
export interface Recorded {
  events: readonly PassedEvent[];
  troubles: readonly Trouble[];
}

export interface Recorder {
  read(): Recorded;
  subscribe(listener: () => void): () => void;
  find(host: Element): IslandNote;
}

/** Events and errors that are kept. */
const maxKept = 200;

/** The names of all events, in the order of the contract. */
export const eventNames: readonly SiteEventName[] = Object.keys(eventSchemas).filter(isEventName);

function isEventName(name: string): name is SiteEventName {
  return Object.hasOwn(eventSchemas, name);
}

const keep = <T>(entry: T, entries: readonly T[]): readonly T[] => [...entries, entry].slice(-maxKept);

/** Listens to the bus and to the errors of this document. It changes nothing, and the core knows nothing of it. */
export function startRecorder(): Recorder {
  const listeners = new Set<() => void>();
  const notes = new WeakMap<Element, IslandNote>();
  let recorded: Recorded = { events: [], troubles: [] };
  let count = 0;

  function change(next: Partial<Recorded>): void {
    recorded = { ...recorded, ...next };
    for (const listener of listeners) listener();
  }
  const toEntry = (): { id: number; at: number } => ({ id: (count += 1), at: Math.round(performance.now()) });
  const addTrouble = (text: string): void => change({ troubles: keep({ ...toEntry(), text }, recorded.troubles) });

  /** The event is emitted in the same task in which the element gets `data-live`, so it is about the hydrated element without a note. */
  function noteHydrated({ milliseconds }: SiteEvents["island:hydrated"]): void {
    for (const host of findRegions())
      if ("live" in host.dataset && notes.get(host)?.milliseconds === undefined) notes.set(host, { milliseconds });
  }

  /** After a soft navigation an element may show another island: the note of an element that is not hydrated is about the page before. */
  function forgetLeft(): void {
    for (const host of findRegions()) if (!("live" in host.dataset)) notes.delete(host);
  }

  function noteFailed({ island, isLate, remote, version, phase, reason }: SiteEvents["remote:failed"]): void {
    addTrouble(`${island ?? remote} ${version}, ${phase}: ${reason}`);
    const waiting = findRegions().filter(({ dataset }) => "island" in dataset && !("live" in dataset));
    const named = waiting.filter((host) => toIslandName(host) === island);
    // The island of a whole page is not named by its element: it is the page of that remote.
    const meant = named.length > 0 ? named : waiting.filter((host) => toIslandName(host) === `${remote}/page`);
    for (const host of meant) notes.set(host, { failed: isLate ? "late" : "broken" });
  }

  for (const name of eventNames)
    addEventListener(toDomEventType(name), (event) => {
      if (!(event instanceof CustomEvent)) return;
      const { detail } = event;
      change({ events: keep({ ...toEntry(), name, detail }, recorded.events) });
      // Pages of visitors have no schemas: what a remote sent otherwise is seen here alone.
      const problem = findDetailProblem(name, detail);
      if (problem !== undefined) return addTrouble(`${name} is not as the contract says: ${problem}`);
      if (name === "route:changed") forgetLeft();
      if (name === "island:hydrated") noteHydrated(detail);
      if (name === "remote:failed") noteFailed(detail);
    });
  addEventListener("error", ({ message, filename, lineno, colno }) => {
    if (message) addTrouble(`${message} (${toPath(filename)}:${lineno}:${colno})`);
  });
  watchMissingFiles((address, reason) => addTrouble(`${reason}: ${toPath(address)}`));
  addEventListener("unhandledrejection", ({ reason }) => addTrouble(`Not handled: ${toReasonText(reason)}`));
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    addTrouble(`The policy ${effectiveDirective} stopped ${blockedURI}`),
  );
  addEventListener(repairedEvent, (event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (isRepaired(detail)) addTrouble(`${detail.island}: React replaced the server's HTML`);
  });

  return {
    read: () => recorded,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: (host) => notes.get(host) ?? {},
  };
}

function isRepaired(detail: unknown): detail is Repaired {
  return isRecord(detail) && typeof detail["island"] === "string";
}

/** What a promise was rejected with, and the innermost place of its stack. */
function toReasonText(reason: unknown): string {
  const [place] = (reason instanceof Error && reason.stack?.match(/https?:\/\/[^\s()@]+:\d+:\d+/)) || [];
  return place === undefined ? String(reason) : `${String(reason)} (${toPath(place)})`;
}

const toPath = (address: string): string => address.replace(location.origin, "");
