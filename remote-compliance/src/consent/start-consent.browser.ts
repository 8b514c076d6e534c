import type { ConsentSettings } from "@site/contracts/site/site-config";
import { waitForUpdateMs } from "./consent-state.ts";
import { startConsentTool } from "./consent-tool.browser.ts";
import { findPlace } from "./find-place.browser.ts";
import { isConsentNeeded } from "./is-consent-needed.ts";

export interface ConsentOptions {
  settings: ConsentSettings;
  isCustomStub: boolean;
  query: URLSearchParams;
  /** Called with the allowed groups, whenever they become known. */
  onGroups(groups: readonly string[]): void;
  onProblem(problem: unknown): void;
}

/**
 * Starts the consent tool if the visitor has to be asked (B220). Resolves when the consent for tags is known: at once if none is needed, otherwise at
 * the tool's first answer. Without an answer within the time that a tag waits, it resolves with nothing allowed.
 * @throws Error when it is unknown whether consent is needed, or the tool cannot be started
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
    const timer = setTimeout(hear, waitForUpdateMs, []);
    startConsentTool({ settings, place: isCustomStub ? place : undefined, onGroups: hear, onProblem });
  });
}
