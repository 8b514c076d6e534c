import { type BrowserSet, findIntegrity, toReleasePath } from "../src/releases/browser-set.ts";
import type { EventBus } from "../src/events/event-bus.ts";
import type { RemotePhase } from "../src/events/events.ts";
import type { IslandContext } from "../src/islands/island.ts";
import { isPackageName } from "../src/names/package-name.ts";
import { warmLibraries } from "./warm-libraries.ts";
import type { PageParts, PageState } from "../src/pages/payload.ts";
import { toEarlyEvent } from "./early-event.ts";
import type { Island } from "./island.ts";

/** The timeout in milliseconds after which a remote that has not loaded counts as failed. */
export const remoteTimeoutMs = 3000;

/** The timeout of a remote, which may still load afterwards. */
class TimeoutError extends Error {}

/** All islands of the document. */
export interface Islands {
  /** Handles every event of the document: an event inside an island may start its hydration. */
  take(event: Event): void;
  /**
   * Adopts the islands inside an element, whose HTML was rendered with these parts: they may hydrate from now on. Mounted islands
   * are updated with the parts.
   */
  adopt(container: Element, parts?: PageParts): void;
  /** Unmounts and forgets the islands inside an element. */
  drop(container: Element): void;
  /**
   * Whether an element is the host of an island that React owns: then no other code may change its content.
   * @param fresh the island's HTML on another page, which replaces the copy that is shown when the island fails
   */
  isTaken(element: Element, fresh?: ParentNode): boolean;
  /** Calls `change`, which replaces the HTML of an element by HTML rendered with these parts. Unmounts the islands that it removed. */
  exchange(container: Element, parts: PageParts, change: () => void): void;
  /** Updates the mounted islands of an element for another page. The other islands get their HTML from `markup`. */
  update(container: Element, markup: ParentNode, parts: PageParts): void;
}

/** The page of the islands. */
export interface IslandsOptions {
  /** The releases this document knows; more may be added to it. */
  set: BrowserSet;
  state: PageState;
  bus: EventBus;
  /** Whether an island that came into view on a page may wait until the browser is idle (B194); by default it may. */
  mayWait?(path: string): boolean;
}

/** Hydrates the islands of the document, each at its trigger. */
export function createIslands(options: IslandsOptions): Islands {
  const { bus, set, state } = options;
  const islands = new Map<HTMLElement, Island>();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const host = target.closest<HTMLElement>("[data-island]");
      if (!host) continue;
      if (options.mayWait?.(findRecord(host).parts.page.path) ?? true) whenIdle(() => void hydrate(host));
      else void hydrate(host);
    }
  });

  /** The record of an island. A new record has the parts of the document, unless others are given. */
  function findRecord(host: HTMLElement, parts: PageParts = state): Island {
    const known = islands.get(host);
    if (known) return known;
    const island: Island = { host, id: host.dataset["island"] ?? "", parts, early: [], status: "waiting" };
    islands.set(host, island);
    const { hydrate: trigger, query } = host.dataset;
    // A slot inside another island has no box of its own; its first element has.
    if (trigger === "visible") observer.observe(host.firstElementChild ?? host);
    if (query && location.search.match(`[?&]${query}(&|$)`)) {
      // After the load event, which a head script may wait for: requests before it delay it.
      if (document.readyState !== "complete") addEventListener("load", () => void hydrate(host));
      else void hydrate(host);
    }
    return island;
  }

  function toContext({ id, parts: { locale, page, visitor, data, vendors, islands } }: Island): IslandContext {
    const entry = islands[id];
    return {
      site: state.site,
      locale,
      page,
      visitor,
      data: Object.fromEntries((entry?.data ?? []).map((name) => [name, data[name]])),
      vendors: Object.fromEntries((entry?.vendors ?? []).map((name) => [name, vendors[name]])),
      variant: entry?.variant ?? "",
    };
  }

  async function hydrate(host: HTMLElement): Promise<void> {
    const island = findRecord(host);
    if (island.status !== "waiting" && island.status !== "failed") return;
    const entry = island.parts.islands[island.id];
    const name = entry?.island.split("/")[0];
    if (!entry || !isPackageName(name)) return;
    island.status = "loading";
    const wokenAt = performance.now();
    const tell = (phase: RemotePhase, error: unknown): void =>
      bus.emit("remote:failed", {
        remote: name,
        version: entry.version,
        phase,
        reason: String(error),
        island: entry.island,
        isLate: error instanceof TimeoutError,
      });
    // A timeout is reported once. If the remote still loads, the island hydrates and early events are replayed.
    const late = setTimeout(
      () => tell("load", new TimeoutError(`no answer within ${remoteTimeoutMs} ms`)),
      remoteTimeoutMs,
    );
    try {
      preload(entry.island, set);
      const coming = loadFederation();
      warmLibraries();
      // A preload that failed before the core ran fails the first request for the same file too: for federation, the entry, the expose.
      const { loadLifecycles, mountIsland } = await coming.catch(loadFederation);
      const load = () => loadLifecycles(entry.island, set);
      const lifecycles = await load().catch(load).catch(load);
      await lifecycles.prepare(toContext(island));
      clearTimeout(late);
      // The element may show another page by now: then its HTML belongs to a new record with other parts.
      if (host.isConnected && islands.get(host) === island)
        await mountIsland(island, lifecycles, { bus, toContext: () => toContext(island), wokenAt, tell });
    } catch (error) {
      clearTimeout(late);
      island.status = "failed";
      tell("load", error);
    }
  }

  function forget(host: HTMLElement): void {
    const island = islands.get(host);
    if (!island) return;
    island.status = "gone";
    island.mounted?.unmount();
    islands.delete(host);
    delete host.dataset["live"];
  }

  function updateParts(parts: PageParts, island: Island): void {
    if (island.parts === parts || !parts.islands[island.id]) return;
    island.parts = parts;
    if (island.status === "broken") island.status = "waiting";
    island.mounted?.update(toContext(island));
  }

  function adopt(container: Element, parts: PageParts = state): void {
    for (const host of findHosts(container)) updateParts(parts, findRecord(host, parts));
  }

  function isTaken(element: Element, fresh?: ParentNode): boolean {
    const island = element instanceof HTMLElement && islands.get(element);
    if (!island || island.status !== "taken") return false;
    if (fresh) island.copy = fresh;
    return true;
  }

  return {
    take(event) {
      const { target, type } = event;
      const host = target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;
      if (!host) return;
      const island = findRecord(host);
      if (island.status === "taken" || island.status === "broken") return;
      if (type === "pointerover" || type === "focusin" || (event instanceof KeyboardEvent && isMoving(event))) {
        const entry = island.parts.islands[island.id];
        if (entry) preload(entry.island, set);
        return;
      }
      const early = toEarlyEvent(event);
      if (early) island.early.push(early);
      void hydrate(host);
    },
    adopt,
    drop(container) {
      findHosts(container).forEach(forget);
    },
    isTaken,
    exchange(container, parts, change) {
      const before = findHosts(container);
      change();
      for (const host of before) if (!host.isConnected) forget(host);
      adopt(container, parts);
    },
    update(container, markup, parts) {
      for (const host of findHosts(container)) {
        const island = findRecord(host);
        const fresh = host === container ? markup : markup.querySelector(`[data-island="${CSS.escape(island.id)}"]`);
        if (!fresh) continue;
        if (!isTaken(host, fresh) && fresh instanceof Element && fresh.innerHTML !== host.innerHTML)
          host.replaceChildren(...fresh.childNodes);
        updateParts(parts, island);
      }
    },
  };
}

const loadFederation = () => import(/* webpackChunkName: "federation" */ "./mount-island.ts");

/** Calls when the browser is idle; at once in browsers without `requestIdleCallback`. */
function whenIdle(call: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(call, { timeout: 500 });
  else call();
}

function findHosts(container: Element): HTMLElement[] {
  const inner = [...container.querySelectorAll<HTMLElement>("[data-island]")];
  return container instanceof HTMLElement && container.dataset["island"] ? [container, ...inner] : inner;
}

/** Keys that only move the focus do not trigger hydration. */
function isMoving({ key }: KeyboardEvent): boolean {
  return key === "Tab" || key === "Shift";
}

const preloaded = new Set<string>();

/** Preloads an island's scripts in parallel, with their hashes. They run when federation requests them. */
function preload(name: string, set: BrowserSet): void {
  const [owner = "", expose = ""] = name.split("/");
  const release = set.packages[owner];
  if (!release) return;
  const path = toReleasePath(owner, release.version);
  // A failed preload also fails the later request for the same file. Messages are requested last, so they wait for the entry.
  preloadScript(path + release.entry, set, () => preloadScript(path + release.messages, set));
  for (const file of release.exposes[expose] ?? []) preloadScript(path + file, set);
}

function preloadScript(url: string, set: BrowserSet, onload?: () => void): void {
  const integrity = findIntegrity(set, url);
  if (preloaded.has(url) || !integrity) return;
  preloaded.add(url);
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "script", crossOrigin: "anonymous", integrity, href: url, onload });
  document.head.append(link);
}
