import type { EventBus } from "@site/contracts/events/event-bus";
import type { PageState } from "@site/contracts/pages/payload";
import { visitorPath } from "@site/contracts/visitor/visitor-path";
import { askJson } from "./ask-json.ts";
import type { Overlays } from "./overlays/overlays.ts";

/**
 * The part of the region notices that every page carries: it asks the server once where the visitor is, and fetches the rest
 * only when the answer calls for a notice. Without an answer the page's own country rule counts, and the next page asks
 * again. For a visitor who has closed a notice there is no request (B156).
 */
export function followVisitor(bus: EventBus, state: PageState, overlays: Overlays): void {
  let asked: Promise<Record<string, unknown>> | undefined;
  let page = "";
  bus.on("route:changed", async ({ name }) => {
    page = name;
    if (document.documentElement.dataset["closeRm"]) return;
    const found = await (asked ??= askJson(visitorPath));
    if (!found["rule"]) asked = undefined;
    const answer = { country: null, region: null, mainSite: null, notice: undefined, ...state.visitor, ...found };
    const { rule, mainSite, notice } = answer;
    if (rule !== "warning" && rule !== "ontario" && !mainSite && !notice) return;
    // When the code does not load, the next page tries again.
    await overlays
      .regions(state)
      .then(({ show }) => show(answer, page))
      .catch(console.error);
  });
}
