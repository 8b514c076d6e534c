import type { CountryRule } from "@site/contracts/visitor/country-rule";
import type { EventBus } from "@site/contracts/events/event-bus";

const mark = "downloadStarted";

/** Whether this history entry has started a download. The mark survives a reload and a navigation back. */
export function hasStarted(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && mark in state;
}

/** Marks this history entry, and keeps the rest of its state. */
export function markStarted(): void {
  const state: unknown = history.state;
  history.replaceState({ ...(typeof state === "object" ? state : {}), [mark]: true }, "");
}

/**
 * Calls back when the page is visible (a prerendered page becomes visible later) and has loaded: an earlier download would delay the page's load
 * event.
 */
export function whenShown(callback: () => void, signal: AbortSignal): void {
  const whenLoaded = (): void => {
    if (document.readyState === "complete") callback();
    else addEventListener("load", callback, { once: true, signal });
  };
  const prepared = "prerendering" in document && document.prerendering === true;
  if (prepared) document.addEventListener("prerenderingchange", whenLoaded, { once: true, signal });
  else whenLoaded();
}

/** Whether a notice about the visitor's region may be shown: with some country rules, until the visitor has closed one. */
export function isNoticeDue(rule: CountryRule): boolean {
  return (rule === "warning" || rule === "ontario") && document.documentElement.dataset["closeRm"] === undefined;
}

/**
 * Calls back when no notice about the visitor's region is open: at once if none can be shown or one was closed before, otherwise on the shell's
 * event. No download starts below a dialog that says that downloads are not offered at the visitor's place.
 */
export function whenRegionSettled(bus: EventBus, rule: CountryRule, callback: () => void, signal: AbortSignal): void {
  if (!isNoticeDue(rule)) return callback();
  const forget = bus.on(
    "region:settled",
    () => {
      forget();
      callback();
    },
    { signal },
  );
  bus.emit("region:requested", {});
}
