import { type EventBus, toDomEventType } from "@site/contracts/event-bus";
import type { SiteEvents } from "@site/contracts/events";
import type { PageParts } from "@site/contracts/payload";

/**
 * Runs the plain scripts of pages, each once in a document. A script hears the site's events on `window`; the pages that
 * were shown before it ran are told to its own element, so that a late script counts them all. One that fails costs
 * nothing but itself.
 * @param integrity the hashes of the set's scripts, by address
 */
export function createHeadScripts(integrity: Readonly<Record<string, string>>, bus: EventBus): (parts: PageParts) => void {
  const known = new Set<string>();
  const shown: SiteEvents["route:changed"][] = [];
  const unlisten = bus.on("route:changed", (page) => shown.push(page));
  let waiting = 0;
  return ({ heads }) => {
    for (const { owner, version, script: src, settings } of heads) {
      if (known.has(src)) continue;
      known.add(src);
      waiting += 1;
      const script = document.createElement("script");
      script.crossOrigin = "anonymous";
      script.integrity = integrity[src] ?? "sha384-";
      script.dataset["settings"] = JSON.stringify(settings);
      script.onload = () => {
        for (const detail of shown) script.dispatchEvent(new CustomEvent(toDomEventType("route:changed"), { detail }));
        if (--waiting === 0) unlisten();
      };
      script.onerror = () => bus.emit("remote:failed", { remote: owner, version, phase: "load", reason: `${src} could not be used` });
      script.src = src;
      document.head.append(script);
    }
  };
}
