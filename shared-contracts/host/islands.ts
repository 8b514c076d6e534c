import type { EventBus } from "../src/event-bus.ts";
import type { RemotePhase } from "../src/events.ts";
import type { IslandContext, MountedIsland } from "../src/island.ts";
import { isPackageName } from "../src/package-name.ts";
import type { IslandName } from "../src/remote.ts";
import { lazyApi } from "./lazy-api.ts";
import { warmLibraries } from "./warm-libraries.ts";
import type { PageParts, PageState } from "../src/payload.ts";
import type { PublicSiteConfig } from "../src/site-config.ts";
import type { BrowserSet } from "../src/release-set.ts";
import { type EarlyEvent, replayEvents, toEarlyEvent } from "./replay.ts";

/** Milliseconds after which a remote that has not answered counts as failed. */
export const remoteTimeout = 3000;

interface Island {
  host: HTMLElement;
  id: string;
  /** Puts the server's HTML back: for an island that dies. */
  restore?: () => void;
  early: EarlyEvent[];
  status: "waiting" | "loading" | "live" | "failed";
  mounted?: MountedIsland;
}

export interface Islands {
  /** Looks at an event anywhere: it may wake the island it happened in. */
  take(event: Event): void;
  /** Adopts the islands inside an element: they may come alive from now on. */
  adopt(container: Element): void;
  /** Lets go of the islands inside an element. */
  release(container: Element): void;
  /** From here on the page consists of these parts. */
  show(parts: PageParts): void;
  /** Tells the live islands of an element of the page that is shown; what is not live takes its HTML from `markup`. */
  update(container: Element, markup: DocumentFragment): void;
}

export interface IslandsOptions {
  set: BrowserSet;
  state: PageState;
  bus: EventBus;
  /** Whether an island that came into view on a page may wait until the browser is idle (B194). Always, unless told. */
  mayWait?(path: string): boolean;
}

/** The regions of the page that can come alive, each when it is wanted. */
export function createIslands(options: IslandsOptions): Islands {
  const { bus } = options;
  const { site } = options.state;
  let parts: PageParts = options.state;
  const islands = new Map<HTMLElement, Island>();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const host = target.closest<HTMLElement>("[data-island]");
      if (!host) continue;
      if (options.mayWait?.(parts.page.path) ?? true) whenIdle(() => void wake(host));
      else void wake(host);
    }
  });

  function adoptOne(host: HTMLElement): Island {
    const known = islands.get(host);
    if (known) return known;
    const island: Island = {
      host,
      id: host.dataset["island"] ?? "",
      early: [],
      status: "waiting",
    };
    islands.set(host, island);
    const { hydrate, query } = host.dataset;
    // A slot inside another island has no box of its own; its first element has.
    if (hydrate === "visible") observer.observe(host.firstElementChild ?? host);
    const [name = "", value] = query?.split("=") ?? [];
    if (name && new URLSearchParams(location.search).get(name) === value) void wake(host);
    return island;
  }

  async function wake(host: HTMLElement): Promise<void> {
    const island = adoptOne(host);
    if (island.status === "loading" || island.status === "live") return;
    const entry = parts.islands[island.id];
    const name = entry?.island.split("/")[0];
    if (!entry || !isPackageName(name)) return;
    island.status = "loading";
    const started = performance.now();
    const tell = (phase: RemotePhase, error: unknown): void =>
      bus.emit("remote:failed", { remote: name, version: entry.version, phase, reason: String(error) });
    // A remote that is late is told of once; if it comes after all, what the visitor did is not lost.
    const late = setTimeout(() => tell("load", `no answer within ${remoteTimeout} ms`), remoteTimeout);
    try {
      const lifecycles = await loadIsland(entry.island, options.set, toContext(site, parts, entry)).finally(() => clearTimeout(late));
      if (!host.isConnected) return;
      island.restore = takeCopy(host);
      const mounted = await lifecycles.mount(host, {
        id: island.id,
        island: entry.island,
        context: toContext(site, parts, entry),
        services: { bus, api: lazyApi },
        onFailure: (error) => giveUp("run", error),
        onRecoverableError: (error) => console.error(error),
      }).catch((error: unknown) => giveUp("hydrate", error));
      if (!mounted) return;
      island.mounted = mounted;
      island.status = "live";
      host.dataset["live"] = "";
      bus.emit("island:hydrated", { island: entry.island, version: entry.version, milliseconds: performance.now() - started });
      replayEvents(island.early.splice(0));
    } catch (error) {
      island.status = "failed";
      tell("load", error);
    }

    function giveUp(phase: RemotePhase, error: unknown): void {
      island.restore?.();
      island.status = "failed";
      tell(phase, error);
    }
  }

  return {
    take(event) {
      const { target, type } = event;
      const host = target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;
      if (!host) return;
      const island = adoptOne(host);
      if (island.status === "live") return;
      if (type === "pointerover" || type === "focusin" || (event instanceof KeyboardEvent && isMoving(event))) {
        const entry = parts.islands[island.id];
        if (entry) preload(entry.island, options.set);
        return;
      }
      const early = toEarlyEvent(event);
      if (early) island.early.push(early);
      void wake(host);
    },
    adopt(container) {
      for (const host of findHosts(container)) adoptOne(host);
    },
    release(container) {
      for (const host of findHosts(container)) {
        islands.get(host)?.mounted?.unmount();
        islands.delete(host);
        delete host.dataset["live"];
      }
    },
    show(next) {
      parts = next;
    },
    update(container, markup) {
      for (const host of findHosts(container)) {
        const { mounted, id } = adoptOne(host);
        const entry = parts.islands[id];
        if (mounted && entry) {
          mounted.update(toContext(site, parts, entry));
          continue;
        }
        const fresh = markup.querySelector(`[data-island="${CSS.escape(id)}"]`);
        if (fresh && fresh.innerHTML !== host.innerHTML) host.replaceChildren(...fresh.childNodes);
      }
    },
  };
}

/** Calls when the browser has nothing better to do; at once where it cannot say. */
function whenIdle(call: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(call, { timeout: 500 });
  else call();
}

function findHosts(container: Element): HTMLElement[] {
  const inner = [...container.querySelectorAll<HTMLElement>("[data-island]")];
  return container instanceof HTMLElement && container.dataset["island"] ? [container, ...inner] : inner;
}

/** Keys that only move through the page do not ask anything of an island. */
function isMoving({ key }: KeyboardEvent): boolean {
  return key === "Tab" || key === "Shift";
}

/**
 * Remembers what the server said of a region, for the day React gives it up and removes what it rendered. Islands inside
 * of it are not copied: they live, or may, and come back themselves.
 */
function takeCopy(host: HTMLElement): () => void {
  const copy = document.createDocumentFragment();
  copy.append(...host.cloneNode(true).childNodes);
  const inner = [...host.querySelectorAll<HTMLElement>("[data-island]")];
  return () => {
    delete host.dataset["live"];
    const places = copy.querySelectorAll("[data-island]");
    for (const [index, element] of inner.entries()) places[index]?.replaceWith(element);
    host.replaceChildren(copy);
  };
}

function toContext(site: PublicSiteConfig, { locale, page, visitor, data, vendors }: PageParts, entry: PageParts["islands"][string]): IslandContext {
  return {
    site,
    locale,
    page,
    visitor,
    data: Object.fromEntries(entry.data.map((name) => [name, data[name]])),
    vendors: Object.fromEntries((entry.vendors ?? []).map((name) => [name, vendors[name]])),
    variant: entry.variant,
  };
}

/** Federation and React are fetched for the first island that wants them, side by side. */
async function loadIsland(name: IslandName, set: BrowserSet, context: IslandContext) {
  preload(name, set);
  const federation = import(/* webpackChunkName: "federation" */ "./federation.ts");
  warmLibraries();
  const { loadLifecycles } = await federation;
  const lifecycles = await loadLifecycles(name, set);
  await lifecycles.prepare(context);
  return lifecycles;
}

const preloaded = new Set<string>();

/** Fetches an island's scripts side by side, with their hashes; they run when federation asks for them. */
function preload(name: string, set: BrowserSet): void {
  const [owner = "", expose = ""] = name.split("/");
  const remote = set.remotes[owner];
  if (!remote) return;
  // A browser hands a failed preload to whoever asks next, so what is asked for last waits until the remote has answered.
  preloadScript(remote.entry, set, () => preloadScript(remote.messages, set));
  for (const url of remote.exposes[expose] ?? []) preloadScript(url, set);
}

function preloadScript(url: string, { scripts }: BrowserSet, onload?: () => void): void {
  const integrity = scripts[url];
  if (preloaded.has(url) || !integrity) return;
  preloaded.add(url);
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "script", crossOrigin: "anonymous", integrity, href: url, onload });
  document.head.append(link);
}
