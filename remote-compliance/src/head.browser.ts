// The head script: consent and analytics, plain and small, started by the shell's core when the page is there. It hears
// the site's events on `window`; what happened before it came is told to its own element.
import type { SiteEvents } from "@site/contracts/events";
import { toDomEventType } from "@site/contracts/event-bus";
import { gtag } from "./analytics/data-layer.browser.ts";
import { isCounted } from "./analytics/page-event.ts";
import { startAnalytics } from "./analytics/start-analytics.browser.ts";
import { toConsentState, toDefaultConsent } from "./consent/consent-state.ts";
import { startConsent } from "./consent/start-consent.browser.ts";
import type { HeadSettings } from "./head-settings.ts";
import { untilQuiet } from "./quiet-page.browser.ts";
import { tellOnce } from "./tell-once.browser.ts";

const own = document.currentScript;
const query = new URLSearchParams(location.search);
// It is this release's own server that wrote them, and the shell checked their shape.
const settings: HeadSettings = JSON.parse(own?.dataset["settings"] ?? "{}");
const counts = settings.analytics !== undefined && isCounted(query);

let known = "";
/** Tells the tags what the visitor allows; only changes, for the consent tool speaks more than once of the same choice. */
function update(groups: readonly string[]): void {
  const state = toConsentState(groups);
  const text = JSON.stringify(state);
  if (!counts || text === known) return;
  known = text;
  gtag("consent", "update", state);
}

const consenting = untilQuiet().then(() => {
  const isDefaultSet = counts && settings.isDefaultConsentEnabled;
  if (isDefaultSet) gtag("consent", "default", toDefaultConsent());
  return startConsent({
    settings: settings.consent,
    isCustomStub: settings.isOneTrustCustomStub,
    query,
    onGroups: update,
    // Who has to be asked and was not yet has allowed nothing.
    onSilence: () => isDefaultSet || update([]),
    onProblem: (problem) => tellOnce("consent", problem),
  });
});

if (settings.analytics && counts) {
  const { tell } = startAnalytics({ settings: settings.analytics, ready: consenting, onProblem: (problem) => tellOnce("analytics", problem) });
  const hear = (event: Event): void => {
    if (!(event instanceof CustomEvent)) return;
    const { path, name, title }: SiteEvents["route:changed"] = event.detail;
    tell({ path, name, title, location: location.href });
  };
  const type = toDomEventType("route:changed");
  own?.addEventListener(type, hear);
  addEventListener(type, hear);
}
