import { type Repaired, repairedEvent } from "@site/contracts/host/repaired-event";
import { toDomEventType } from "@site/contracts/events/event-bus";
import type { SiteEventName, SiteEvents } from "@site/contracts/events/events";
import { isRecord } from "@site/contracts/wire/wire-schema";
import { eventNames, heardTypes } from "../layout/event-names.ts";
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

declare global {
  interface Window {
    /** Returns the events from before this script ran, which the inline script in the head recorded. Absent in pages of an earlier version of the server. */
    takeEarlyEvents?: () => Event[];
  }
}

/** What this document has done, newest last. */
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

const keep = <T>(entry: T, entries: readonly T[]): readonly T[] => [...entries, entry].slice(-maxKept);

/** Records the events of the bus and the errors of this document, without a change of either or of the core. */
export function startRecorder(): Recorder {
  const listeners = new Set<() => void>();
  const notes = new WeakMap<Element, IslandNote>();
  let recorded: Recorded = { events: [], troubles: [] };
  let count = 0;

  function change(next: Partial<Recorded>): void {
    recorded = { ...recorded, ...next };
    for (const listener of listeners) listener();
  }
  const toEntry = (at: number): { id: number; at: number } => ({ id: (count += 1), at: Math.round(at) });
  const addTrouble = (text: string, at = performance.now()): void =>
    change({ troubles: keep({ ...toEntry(at), text }, recorded.troubles) });

  /** Notes the time of a hydration at the first hydrated element of the island without a note: events that are taken late may be about several. */
  function noteHydrated({ island, milliseconds }: SiteEvents["island:hydrated"]): void {
    const unnoted = findRegions().filter(
      (host) => "live" in host.dataset && notes.get(host)?.milliseconds === undefined,
    );
    const host = unnoted.find((one) => toIslandName(one) === island) ?? unnoted.find((one) => isPageOf(one, island));
    if (host) notes.set(host, { milliseconds });
  }

  /** After a soft navigation an element may show another island: a note of an element that is not hydrated is about the previous page. */
  function forgetLeft(): void {
    for (const host of findRegions()) if (!("live" in host.dataset)) notes.delete(host);
  }

  function noteFailed(
    { island, isLate, remote, version, phase, reason }: SiteEvents["remote:failed"],
    at: number,
  ): void {
    addTrouble(`${island ?? remote} ${version}, ${phase}: ${reason}`, at);
    const waiting = findRegions().filter(({ dataset }) => "island" in dataset && !("live" in dataset));
    const named = waiting.filter((host) => toIslandName(host) === island);
    const meant = named.length > 0 ? named : waiting.filter((host) => isPageOf(host, `${remote}/`));
    for (const host of meant) notes.set(host, { failed: isLate ? "late" : "broken" });
  }

  function hear(name: SiteEventName, { detail, timeStamp }: CustomEvent): void {
    change({ events: keep({ ...toEntry(timeStamp), name, detail }, recorded.events) });
    // Pages of visitors have no schemas: only here it is found that a detail differs from the contract.
    const problem = findDetailProblem(name, detail);
    if (problem !== undefined) return addTrouble(`${name} is not as the contract says: ${problem}`, timeStamp);
    if (name === "route:changed") forgetLeft();
    if (name === "island:hydrated") noteHydrated(detail);
    if (name === "remote:failed") noteFailed(detail, timeStamp);
  }

  /** An event of the window, also one that was sent before this script ran. */
  function take(event: Event): void {
    const name = eventNames.find((one) => toDomEventType(one) === event.type);
    if (event instanceof CustomEvent && name) return hear(name, event);
    const text = toTroubleText(event);
    if (text !== undefined) addTrouble(text, event.timeStamp);
  }

  const early = window.takeEarlyEvents?.() ?? [];
  for (const event of early) take(event);
  for (const type of heardTypes) addEventListener(type, take);
  watchMissingFiles(early, (address, reason) => addTrouble(`${reason}: ${toPath(address)}`));

  return {
    read: () => recorded,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: (host) => notes.get(host) ?? {},
  };
}

/** The sentence about the error that an event of the window reports; undefined for an event that reports none. */
function toTroubleText(event: Event): string | undefined {
  if (event instanceof ErrorEvent)
    return event.message === ""
      ? undefined
      : `${event.message} (${toPath(event.filename)}:${event.lineno}:${event.colno})`;
  if (event instanceof PromiseRejectionEvent) return `Not handled: ${toReasonText(event.reason)}`;
  if (event instanceof SecurityPolicyViolationEvent)
    return `The policy ${event.effectiveDirective} stopped ${event.blockedURI}`;
  const detail: unknown = event instanceof CustomEvent && event.type === repairedEvent ? event.detail : undefined;
  return isRepaired(detail) ? `${detail.island}: React replaced the server's HTML` : undefined;
}

/** Whether a region is the page of the remote of an island: the island of a whole page is not named by its element. */
function isPageOf(host: HTMLElement, island: string): boolean {
  return toIslandName(host) === `${island.split("/")[0]}/page`;
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
