import type { ShownPage } from "@site/contracts/islands/head-fragment";
import type { AnalyticsSettings } from "@site/contracts/site/site-config";
import { isConsentRefused } from "@site/contracts/visitor/refused-consent";
import { toConsentState, toDefaultConsent } from "../consent/consent-state.ts";
import { createLogOnce } from "../vendors/log-once.browser.ts";
import { addVendorScript } from "../vendors/vendor-script.browser.ts";
import { gtag, push } from "./data-layer.browser.ts";
import { isCounted, toPageEvent } from "./page-event.ts";

/** The functions of the tag manager, or of Google's tag alone, that this site uses. They never throw: each failure is logged once. */
export interface Tags {
  /** Denies every kind of consent until `allow` is called (B222). */
  denyByDefault(): void;
  /** Updates the consent groups that the visitor allows; does nothing when they are unchanged. */
  allow(groups: readonly string[]): void;
  /** Applies the visitor's choice in another tab meanwhile: denies what was refused there, and allows it when it is allowed there again. */
  recheck(): void;
  /** Reports a page view. Views before `load` are reported by `load`, in their order. */
  tell(page: ShownPage): void;
  load(): void;
}

/** The tags of a document. */
export function createTags(settings: AnalyticsSettings): Tags {
  const { tagManagerId, scriptUrl, pageEvent } = settings;
  const onProblem = createLogOnce("analytics");
  let waiting: ShownPage[] | undefined = [];
  let told: readonly string[] | undefined;
  let allowed = "";

  /** Third-party scripts handle the entries too, and may throw. */
  function attempt(speak: () => void): void {
    try {
      speak();
    } catch (error) {
      onProblem(error);
    }
  }

  function update(groups: readonly string[]): void {
    const state = toConsentState(groups);
    const next = Object.values(state).join();
    if (next === allowed) return;
    allowed = next;
    attempt(() => gtag("consent", "update", state));
  }

  function recheck(): void {
    attempt(() => {
      if (told) update(told.filter((group) => !isConsentRefused(group, document.cookie)));
    });
  }

  function tell(page: ShownPage): void {
    if (!isCounted(page.location)) return;
    if (waiting) return void waiting.push(page);
    recheck();
    const event = toPageEvent(pageEvent, page);
    attempt(() => (event.kind === "push" ? push(event.entry) : gtag(...event.parameters)));
  }

  return {
    tell,
    denyByDefault: () => attempt(() => gtag("consent", "default", toDefaultConsent())),
    // The tool may report a choice before it writes the cookie.
    allow: (groups) => update((told = groups)),
    recheck,
    load() {
      attempt(() => {
        if (pageEvent === "content-view") {
          push({ "gtm.start": Date.now(), event: "gtm.js" });
        } else {
          gtag("js", new Date());
          // We report every page view, the first one too, so the tag must not report it by itself.
          gtag("config", tagManagerId, { send_page_view: false });
        }
      });
      attempt(() => addVendorScript(`${scriptUrl}?id=${tagManagerId}`, onProblem));
      const pages = waiting ?? [];
      waiting = undefined;
      for (const page of pages) tell(page);
    },
  };
}
