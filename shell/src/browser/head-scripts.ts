import { type BrowserSet, findIntegrity } from "@site/contracts/releases/browser-set";
import type { EventBus } from "@site/contracts/events/event-bus";
import type { HeadStart, ShownPage } from "@site/contracts/islands/head-fragment";
import type { PageState } from "@site/contracts/pages/payload";

/**
 * Runs the document's plain scripts. Each is told on its own element, when it has run, its settings and the pages that
 * were shown before; from then on it hears the site's events on `window`. When one fails, the others still run.
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
