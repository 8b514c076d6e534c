import type { EventBus } from "@site/contracts/event-bus";
import type { PageState } from "@site/contracts/payload";
import { visitorPath } from "@site/contracts/visitor-answer";
import { askJson } from "../ask-json.ts";
import type { Overlays } from "../overlays/overlays.ts";

/**
 * Shows whoever the site has something to tell about their region that notice, as far as every page carries it: it asks
 * where the visitor is, once, and fetches the rest only for those whose answer calls for one. Whoever closed a notice
 * before is not asked about (B156).
 */
export function followVisitor(bus: EventBus, state: PageState, overlays: Overlays): void {
  let asked: Promise<Record<string, unknown>> | undefined;
  let page = "";
  bus.on("route:changed", async ({ name }) => {
    page = name;
    if (document.documentElement.dataset["closeRm"]) return;
    const answer = await (asked ??= askJson(visitorPath));
    const { rule, mainSite } = answer;
    // Without an answer, the next page asks again.
    if (!rule) asked = undefined;
    if (rule !== "warning" && rule !== "ontario" && !mainSite) return;
    // A notice that could not be fetched is due on the next page still.
    await overlays.regions(state).then(({ show }) => show(answer, page), reportError);
  });
}
