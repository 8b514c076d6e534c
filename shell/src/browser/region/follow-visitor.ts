import type { EventBus } from "@site/contracts/events/event-bus";
import type { PageState } from "@site/contracts/pages/payload";
import { visitorPath } from "@site/contracts/visitor/visitor-path";
import { askJson } from "../ask-json.ts";
import type { Overlays } from "../overlays/overlays.ts";

/**
 * Shows visitors the notice that is due about their region, as far as every page carries it: it asks where the visitor is,
 * once, and fetches the rest only when the answer calls for a notice. Without an answer the rule of the page itself counts,
 * and the next page asks again. A visitor who has closed a notice is not asked about (B156).
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
    // A notice that could not be fetched is due on the next page still.
    await overlays
      .regions(state)
      .then(({ show }) => show(answer, page))
      .catch(console.error);
  });
}
