import type { AnalyticsSettings } from "@site/contracts/site-config";
import { gtag, push } from "./data-layer.browser.ts";
import { isCounted, type PageView, toPageEvent } from "./page-event.ts";
import { loadTag } from "./tag.browser.ts";

export interface AnalyticsOptions {
  settings: AnalyticsSettings;
  /** When tags may be loaded: everything they have to know before is in their inbox. */
  ready: Promise<void>;
  onProblem(problem: unknown): void;
}

export interface Analytics {
  /** Tells a page. Pages seen before the tags may be loaded are told then, in order. */
  tell(view: PageView): void;
}

/** Loads the tags when it is time, and tells them every page. */
export function startAnalytics({ settings, ready, onProblem }: AnalyticsOptions): Analytics {
  const loading = ready.then(() => {
    loadTag(settings).catch(onProblem);
  });
  loading.catch(onProblem);
  return {
    tell(view) {
      const event = toPageEvent(settings.pageEvent, view);
      // Whether it is counted is decided where it was seen, not where the visitor is by then.
      if (!isCounted(new URLSearchParams(location.search))) return;
      loading.then(() => (event.kind === "push" ? push(event.entry) : gtag(...event.parameters))).catch(onProblem);
    },
  };
}
