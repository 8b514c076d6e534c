import type { MountedIsland } from "../src/islands/island.ts";
import type { PageParts } from "../src/pages/payload.ts";
import type { EarlyEvent } from "./early-event.ts";

/** A region of the page that may be hydrated, and how far that went. */
export interface Island {
  host: HTMLElement;
  id: string;
  /** The parts its HTML was rendered with, or those it was last told of. */
  parts: PageParts;
  /** The server's HTML of its page, shown again when it fails. */
  copy?: ParentNode;
  early: EarlyEvent[];
  /**
   * From `taken` on React owns its HTML. `failed` may be tried again. `broken` threw while it rendered, and is not tried again on its page.
   * `gone`: its element now shows another island, or is removed.
   */
  status: "waiting" | "loading" | "taken" | "failed" | "broken" | "gone";
  mounted?: MountedIsland;
}
