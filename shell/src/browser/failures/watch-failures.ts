import type { EventBus } from "@site/contracts/events/event-bus";
import type { PageState } from "@site/contracts/pages/payload";
import { isReachable } from "../offline/is-reachable.ts";
import { toOfflineWords } from "../offline/offline-words.ts";
import { showPlainly } from "../overlays/plain-note.ts";
import type * as TellFailure from "./tell-failure.ts";

/**
 * Listens for failures that visitors notice (B290). Every page carries this part; the code that shows messages is fetched at the
 * first failure. When that does not load either, the connection is lost, and the page says so.
 */
export function watchFailures(bus: EventBus, state: PageState): void {
  async function tell(say: (code: typeof TellFailure) => Promise<void>): Promise<void> {
    try {
      await say(await import(/* webpackChunkName: "modals" */ "./tell-failure.ts"));
    } catch (error) {
      console.error(error);
      showNotice();
    }
  }
  /** Stays until the site can be reached: a reload before that would end on the browser's own error page. */
  function showNotice(): void {
    showPlainly({
      text: toOfflineWords(state.locale.code)("part"),
      click: async () => ((await isReachable()) ? location.reload() : showNotice()),
    });
  }
  bus.on("remote:failed", (failed) => {
    // A failure without an island is of a head script, such as analytics: visitors do not notice it.
    if (failed.island) void tell(({ tellRemote }) => tellRemote(bus, state, failed));
  });
  bus.on("download:refused", () => void tell(({ tellRefusedDownload }) => tellRefusedDownload(bus, state)));
  bus.on("navigation:refused", () => void tell(({ tellRefusedLink }) => tellRefusedLink(bus, state)));
}
