import type { EventBus } from "@site/contracts/events/event-bus";
import type { PageState } from "@site/contracts/pages/payload";
import { toOfflineWords } from "../offline/offline-words.ts";
import { showPlainly } from "../overlays/plain-note.ts";
import type * as TellFailure from "./tell-failure.ts";

/**
 * Listens for failures a visitor can feel (B290), as far as every page carries it: what says them in words is fetched with
 * the first one. Where that does not come either, the connection is gone, and that is said.
 */
export function watchFailures(bus: EventBus, state: PageState): void {
  async function tell(say: (code: typeof TellFailure) => Promise<void>): Promise<void> {
    try {
      await say(await import(/* webpackChunkName: "modals" */ "./tell-failure.ts"));
    } catch (error) {
      console.error(error);
      showPlainly({ text: toOfflineWords(state.locale.code)("part"), click: () => location.reload() });
    }
  }
  bus.on("remote:failed", (failed) => {
    // Without an island it was a script of the head, such as analytics: no visitor misses it.
    if (failed.island) void tell(({ tellRemote }) => tellRemote(bus, state, failed));
  });
  bus.on("download:refused", () => void tell(({ tellRefusedDownload }) => tellRefusedDownload(bus, state)));
  bus.on("navigation:refused", () => void tell(({ tellRefusedLink }) => tellRefusedLink(bus, state)));
}
