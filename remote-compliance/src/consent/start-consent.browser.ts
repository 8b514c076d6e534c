import type { ConsentSettings } from "@site/contracts/site/site-config";
import { waitForUpdate } from "./consent-state.ts";
import { startConsentTool } from "./consent-tool.browser.ts";
import { findPlace } from "./find-place.browser.ts";
import { isConsentNeeded } from "./is-consent-needed.ts";

export interface ConsentOptions {
  settings: ConsentSettings;
  isCustomStub: boolean;
  query: URLSearchParams;
  /** Called with the groups the visitor allows, whenever that is known. */
  onGroups(groups: readonly string[]): void;
  onProblem(problem: unknown): void;
}

/**
 * Starts the consent tool where the visitor has to be asked (B220). Resolves when it is known what tags may do: at once
 * where no consent is needed; elsewhere at the tool's first answer. If there is none within the time a tag waits, it resolves
 * with nothing allowed.
 * @throws Error when it cannot be found out whether consent is needed, or the tool cannot be started
 */
export async function startConsent({
  settings,
  isCustomStub,
  query,
  onGroups,
  onProblem,
}: ConsentOptions): Promise<void> {
  const place = await findPlace();
  if (!isConsentNeeded({ consentId: settings.id, country: place.country, query })) return;
  await new Promise<void>((resolve) => {
    const hear = (groups: readonly string[]): void => {
      clearTimeout(timer);
      onGroups(groups);
      resolve();
    };
    const timer = setTimeout(hear, waitForUpdate, []);
    startConsentTool({ settings, place: isCustomStub ? place : undefined, onGroups: hear, onProblem });
  });
}
