// The head script: consent and analytics, plain and small. The shell's core runs it once in a document. Its own element has the settings from the
// server (`exposes/head.ts`) and the pages that were shown so far.
import type { ShownPage } from "@site/contracts/islands/head-fragment";
import { toDomEventType } from "@site/contracts/events/event-bus";
import { isCounted } from "./analytics/page-event.ts";
import { createTags } from "./analytics/tags.browser.ts";
import { startConsent } from "./consent/start-consent.browser.ts";
import type { HeadSettings } from "./head-settings.ts";
import { createLogOnce } from "./vendors/log-once.browser.ts";
import { untilQuiet } from "./quiet-page.browser.ts";

document.currentScript?.addEventListener("site:start", (event) => {
  if (event instanceof CustomEvent) void start(event.detail);
});

async function start({ settings, shown }: { settings: HeadSettings; shown: readonly ShownPage[] }): Promise<void> {
  // The address of the document load decides: soft navigations keep the document's scripts and its policy.
  const address = shown[0]?.location ?? location.href;
  const { searchParams: query } = new URL(address);
  if (query.has("clean")) return;
  const tags = settings.analytics && isCounted(address) ? createTags(settings.analytics) : undefined;
  let last: ShownPage | undefined;
  const tell = (page: ShownPage): void => tags?.tell((last = page));
  shown.forEach(tell);
  addEventListener(toDomEventType("route:changed"), (event) => {
    if (event instanceof CustomEvent) tell({ ...event.detail, location: location.href });
  });
  // A document restored from the back/forward cache is a page view too, but no navigation event reports it.
  addEventListener("pageshow", ({ persisted }) => persisted && last && tell(last));

  // A window beside another one stays visible: the visitor turns to it by the focus.
  for (const type of ["visibilitychange", "focus"]) addEventListener(type, () => tags?.recheck());

  await untilQuiet();
  const { consent, isDefaultConsentEnabled, isOneTrustCustomStub: isCustomStub = false } = settings;
  if (isDefaultConsentEnabled) tags?.denyByDefault();
  if (consent) {
    const onProblem = createLogOnce("consent");
    const onGroups = (groups: readonly string[]): void => tags?.allow(groups);
    const asking = startConsent({ settings: consent, isCustomStub, query, onGroups, onProblem }).catch(
      (error: unknown) => {
        onProblem(error);
        // Consent may be needed and the tool cannot be asked, so nothing is allowed.
        onGroups([]);
      },
    );
    // Tags that support a consent default wait for the update by themselves.
    if (!isDefaultConsentEnabled) await asking;
  }
  tags?.load();
}
