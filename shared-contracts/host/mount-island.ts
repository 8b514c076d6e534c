import type { EventBus } from "../src/events/event-bus.ts";
import type { RemotePhase } from "../src/events/events.ts";
import type { IslandContext, IslandLifecycles } from "../src/islands/island.ts";
import { loadLifecycles } from "./federation.ts";
import type { Island } from "./island.ts";
import { lazyApi } from "./lazy-api.ts";
import { type Repaired, repairedEvent } from "./repaired-event.ts";
import { replayEvents } from "./replay.ts";

export { loadLifecycles };

/** The services that mounting an island needs from the page. */
export interface MountServices {
  bus: EventBus;
  /** The island's context, from its present parts. */
  toContext(): IslandContext;
  /** The time of the trigger, in milliseconds of the document's clock. */
  wokenAt: number;
  tell(phase: RemotePhase, error: unknown): void;
}

/**
 * Hydrates an island whose code has loaded, with the parts its HTML was rendered with, then updates it when the page changed
 * meanwhile.
 */
export async function mountIsland(
  island: Island,
  lifecycles: IslandLifecycles,
  { bus, toContext, wokenAt, tell }: MountServices,
): Promise<void> {
  await untilReleased(island.host);
  if (island.status !== "loading") return;
  const { host, id, parts } = island;
  const entry = parts.islands[id];
  if (!entry) return;
  const restore = copyMarkup(island);
  const putBack = rememberSlots(host);
  const reopen = rememberOpen(host);
  let hasFailed = false;
  const fail = (phase: RemotePhase, error: unknown): void => {
    hasFailed = true;
    // An island that was hydrated before is retried at the next event. If its first hydration threw, it would throw at every press, so it is not.
    island.status = host.dataset["live"] === undefined ? "broken" : "failed";
    restore();
    delete island.mounted;
    const detail: Repaired = { island: entry.island, error };
    dispatchEvent(new CustomEvent(repairedEvent, { detail }));
    tell(phase, error);
  };
  island.status = "taken";
  const mounted = await lifecycles
    .mount(host, {
      id,
      island: entry.island,
      context: toContext(),
      services: { bus, api: lazyApi },
      onFailure: (error) => fail("run", error),
      onRecoverableError(error) {
        putBack();
        reopen();
        console.error("Hydration was repaired:", error);
        const detail: Repaired = { island: entry.island };
        dispatchEvent(new CustomEvent(repairedEvent, { detail }));
      },
    })
    .catch((error: unknown) => fail("hydrate", error));
  // An effect threw before this went on: the server's HTML is back, and unmounting would take it away.
  if (!mounted || hasFailed) return;
  island.mounted = mounted;
  if (island.status !== "taken") return mounted.unmount();
  host.dataset["live"] = "";
  if (island.parts !== parts) mounted.update(toContext());
  bus.emit("island:hydrated", {
    island: entry.island,
    version: entry.version,
    milliseconds: performance.now() - wokenAt,
  });
  replayEvents(island.early.splice(0));
}

/** Milliseconds after which a press that goes on is not waited for any more. */
const longestPressMs = 1000;

/**
 * Waits while a button of the mouse or a key is held down on an element of the host. React may replace the element, as where it throws or repairs a
 * translated page; released on another element than it was pressed on, a press is no click.
 */
async function untilReleased(host: HTMLElement): Promise<void> {
  const end = performance.now() + longestPressMs;
  // No event is waited for: Chromium keeps a link that was tapped active for 150 ms after its release. The click comes in the same task as the release.
  while (host.matches(":active") && performance.now() < end) await new Promise((done) => setTimeout(done, 16));
}

/**
 * Remembers the slots of an island, which contain other islands. Where a translator or an extension has changed the island's HTML, React renders it
 * again with empty slots. The returned function puts the former slots back in the same frame, with their state.
 */
function rememberSlots(host: HTMLElement): () => void {
  const slots = [...host.querySelectorAll<HTMLElement>("[data-slot]")];
  return () => {
    const empty = [...host.querySelectorAll<HTMLElement>("[data-slot]")].filter((one) => !slots.includes(one));
    for (const slot of slots) {
      const { slot: name, variant } = slot.dataset;
      const place = empty.findIndex(({ dataset }) => dataset["slot"] === name && dataset["variant"] === variant);
      // A slot inside of another slot is put back together with that one.
      if (!slot.isConnected && place !== -1) empty.splice(place, 1)[0]?.replaceWith(slot);
    }
  };
}

/**
 * Copies an island's server HTML, without the islands inside it. The returned function shows the copy again after React failed and removed the
 * content: it puts the elements of inner islands back, and restores open popovers and the focus from before the hydration.
 */
function copyMarkup(island: Island): () => void {
  const { host } = island;
  const copy = host.cloneNode(true);
  if (copy instanceof Element) island.copy = copy;
  const inner = [...host.querySelectorAll<HTMLElement>("[data-island]")];
  const reopen = rememberOpen(host);
  return () => {
    const wasLive = host.dataset["live"] !== undefined;
    delete host.dataset["live"];
    const { copy } = island;
    if (!copy) return;
    for (const element of inner)
      copy.querySelector(`[data-island="${CSS.escape(element.dataset["island"] ?? "")}"]`)?.replaceWith(element);
    host.replaceChildren(...copy.childNodes);
    if (!wasLive) reopen();
  };
}

/**
 * Remembers the open popovers of an island and the focus in it. The returned function restores both, where other elements took the place of theirs. They
 * are found by their order: React gives the elements other ids where it renders them anew.
 */
function rememberOpen(host: HTMLElement): () => void {
  const list = (selector: string) => [...host.querySelectorAll<HTMLElement>(selector)];
  const popovers = "[popover]";
  // Translators put elements around texts, and none that takes the focus.
  const focusable = "a, button, input, select, summary, textarea, [tabindex]";
  const open = list(popovers).map((element) => element.matches(":popover-open"));
  const focused = list(focusable).findIndex((element) => element === document.activeElement);
  return () => {
    list(popovers).forEach((element, index) => open[index] && element.showPopover());
    if (document.activeElement === document.body) list(focusable)[focused]?.focus({ preventScroll: true });
  };
}
