import type { ConsentSettings } from "@site/contracts/site-config";
import { waitForUpdate } from "./consent-state.ts";
import { startConsentTool } from "./consent-tool.browser.ts";
import { findPlace } from "./find-place.browser.ts";
import { isConsentNeeded } from "./is-consent-needed.ts";

export interface ConsentOptions {
  settings: ConsentSettings | undefined;
  isCustomStub: boolean;
  query: URLSearchParams;
  /** Called with the groups the visitor allows, whenever the tool says them. */
  onGroups(groups: readonly string[]): void;
  /** Called when the visitor has to be asked and the tool has not answered in the time a tag waits. */
  onSilence(): void;
  onProblem(problem: unknown): void;
}

/**
 * Starts the consent tool where the visitor has to be asked (B220), and resolves when tags may be loaded: at once where
 * nobody is asked; elsewhere at the tool's first answer, or when it was silent for the time a tag waits. Never rejects.
 */
export async function startConsent({ settings, isCustomStub, query, onGroups, onSilence, onProblem }: ConsentOptions): Promise<void> {
  // Nobody asks where the visitor is unless it matters.
  if (!settings || query.has("clean")) return;
  const place = await findPlace().catch(onProblem);
  const country = place?.country ?? undefined;
  if (country === undefined || !isConsentNeeded({ consentId: settings.id, country, query })) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      onSilence();
      resolve();
    }, waitForUpdate);
    startConsentTool({
      settings,
      place: isCustomStub ? { country, region: place?.region ?? undefined } : undefined,
      onGroups(groups) {
        clearTimeout(timer);
        onGroups(groups);
        resolve();
      },
      onProblem,
    });
  });
}
