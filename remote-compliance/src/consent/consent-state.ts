/** Google's Consent Mode v2: the consent for each kind of tag. */
export interface ConsentState {
  ad_storage: Answer;
  ad_user_data: Answer;
  ad_personalization: Answer;
  analytics_storage: Answer;
  functionality_storage: Answer;
}

type Answer = "granted" | "denied";

/** Milliseconds for which a tag waits for the visitor's answer before it acts on a default (B222). */
export const waitForUpdateMs = 500;

/** Turns the consent tool's groups into states: C0002 analytics, C0003 functionality, C0004 advertising. */
export function toConsentState(groups: readonly string[]): ConsentState {
  const answer = (group: string): Answer => (groups.includes(group) ? "granted" : "denied");
  const advertising = answer("C0004");
  return {
    ad_storage: advertising,
    ad_user_data: advertising,
    ad_personalization: advertising,
    analytics_storage: answer("C0002"),
    functionality_storage: answer("C0003"),
  };
}

/** The default before the visitor's answer: all denied, and how long a tag waits for an answer (B222). */
export function toDefaultConsent(): Omit<ConsentState, "functionality_storage"> & { wait_for_update: number } {
  const { functionality_storage: _functionality, ...denied } = toConsentState([]);
  return { ...denied, wait_for_update: waitForUpdateMs };
}

/**
 * The groups that a visitor allows, from either of the tool's two formats: an event's list of ids, or a text such as `",C0001,C0002,"`. Other values
 * allow nothing.
 */
export function parseGroups(told: unknown): string[] {
  const parts: unknown[] = typeof told === "string" ? told.split(",") : Array.isArray(told) ? told : [];
  return parts.filter((part): part is string => typeof part === "string" && part !== "");
}
