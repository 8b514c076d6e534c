import type { MountedIsland } from "../src/islands/island.ts";
import type { PageParts } from "../src/pages/payload.ts";
import type { EarlyEvent } from "./early-event.ts";

/** The record of a region of the page that may be hydrated, and its status. */
export interface Island {
  host: HTMLElement;
  id: string;
  /** The parts of the page: those its HTML was rendered with, or those of the latest update. */
  parts: PageParts;
  /** A copy of the server's HTML of its page, which is shown again when the island fails. */
  copy?: ParentNode;
  early: EarlyEvent[];
  /**
   * `taken`: React owns the HTML. `failed`: the next event is a retry. `broken`: it threw during its first hydration, and is not retried on its page.
   * `gone`: its element shows another island, or was removed.
   */
  status: "waiting" | "loading" | "taken" | "failed" | "broken" | "gone";
  mounted?: MountedIsland;
}
