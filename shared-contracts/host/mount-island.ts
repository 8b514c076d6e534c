import type { EventBus } from "../src/events/event-bus.ts";
import type { RemotePhase } from "../src/events/events.ts";
import type { IslandContext, IslandLifecycles } from "../src/islands/island.ts";
import { loadLifecycles } from "./federation.ts";
import type { Island } from "./islands.ts";
import { lazyApi } from "./lazy-api.ts";
import { replayEvents } from "./replay.ts";

export { loadLifecycles };

/** What mounting one island needs. */
export interface MountServices {
  bus: EventBus;
  /** What the island is told of the page: of the parts it has now. */
  toContext(): IslandContext;
  /** Milliseconds of the document's clock at which the island was woken. */
  wokenAt: number;
  tell(phase: RemotePhase, error: unknown): void;
}

/**
 * Takes over the HTML of an island whose code is there. It hydrates with the parts its HTML was rendered with, whatever
 * page is shown by now; from then on it is told of other pages.
 */
export async function mountIsland(
  island: Island,
  lifecycles: IslandLifecycles,
  { bus, toContext, wokenAt, tell }: MountServices,
): Promise<void> {
  const { host, id, parts } = island;
  const entry = parts.islands[id];
  if (!entry) return;
  const restore = keepCopy(island);
  const giveUp = (phase: RemotePhase, error: unknown): void => {
    restore();
    delete island.mounted;
    island.status = "failed";
    tell(phase, error);
  };
  island.status = "taken";
  const mounted = await lifecycles
    .mount(host, {
      id,
      island: entry.island,
      context: toContext(),
      services: { bus, api: lazyApi },
      onFailure: (error) => giveUp("run", error),
      onRecoverableError: (error) => console.error("Hydration was repaired:", error),
    })
    .catch((error: unknown) => giveUp("hydrate", error));
  if (!mounted) return;
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

/**
 * Remembers what the server said of a region, for the day React gives it up and removes what it rendered. Islands inside
 * of it are not copied: they live, or may, and come back themselves.
 */
function keepCopy(island: Island): () => void {
  const { host } = island;
  const copy = host.cloneNode(true);
  if (copy instanceof Element) island.copy = copy;
  const inner = [...host.querySelectorAll<HTMLElement>("[data-island]")];
  return () => {
    delete host.dataset["live"];
    const { copy } = island;
    if (!copy) return;
    for (const element of inner)
      copy.querySelector(`[data-island="${CSS.escape(element.dataset["island"] ?? "")}"]`)?.replaceWith(element);
    host.replaceChildren(...copy.childNodes);
  };
}
