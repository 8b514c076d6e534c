import { type BrowserSet, findIntegrity } from "@site/contracts/releases/browser-set";
import type { EventBus } from "@site/contracts/events/event-bus";
import type { HeadStart, ShownPage } from "@site/contracts/islands/head-fragment";
import type { PageState } from "@site/contracts/pages/payload";

/**
 * Runs the document's plain scripts. After it has run, each gets an event on its own element with its settings and the pages that were shown
 * before; later events of the site are dispatched on `window`. When a script fails, the others still run.
 * @param set knows their hashes
 */
export function runHeadScripts({ heads = [] }: PageState, set: BrowserSet, bus: EventBus): void {
  for (const { owner, version, script: src, settings } of heads) {
    const shown: ShownPage[] = [];
    const forget = bus.on("route:changed", (page) => shown.push({ ...page, location: location.href }));
    const script = document.createElement("script");
    script.addEventListener("load", () => {
      forget();
      script.dispatchEvent(new CustomEvent<HeadStart>("site:start", { detail: { settings, shown } }));
    });
    script.addEventListener("error", () =>
      bus.emit("remote:failed", { remote: owner, version, phase: "load", reason: src }),
    );
    document.head.append(
      Object.assign(script, { crossOrigin: "anonymous", integrity: findIntegrity(set, src) || "sha384-", src }),
    );
  }
}
