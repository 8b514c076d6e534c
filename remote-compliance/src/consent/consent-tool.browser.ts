import type { ConsentSettings } from "@site/contracts/site/site-config";
import type { VisitorAnswer } from "@site/contracts/visitor/visitor-answer";
import { addVendorScript, vendorTimeoutMs } from "../vendors/vendor-script.browser.ts";
import { parseGroups } from "./consent-state.ts";

declare global {
  interface Window {
    /** The consent tool calls this when it has loaded, and after each choice of the visitor. */
    OptanonWrapper?: unknown;
    /** The allowed groups, such as `",C0001,C0002,"`. */
    OnetrustActiveGroups?: unknown;
    OneTrust?: unknown;
  }
}

export interface ConsentToolOptions {
  settings: ConsentSettings;
  /** The visitor's place, for a tool that takes it from the page (B223); undefined for one that detects it. */
  place: VisitorAnswer | undefined;
  /** Called with the allowed groups: at first, and after each choice, possibly several times with the same groups. */
  onGroups(groups: readonly string[]): void;
  onProblem(problem: unknown): void;
}

/** Loads the consent tool and listens for the visitor's choice in each of the three ways it may report one. */
export function startConsentTool({ settings, place, onGroups, onProblem }: ConsentToolOptions): void {
  if (place) window.OneTrust = { geolocationResponse: { countryCode: place.country, stateCode: place.region ?? "" } };
  const silence = setTimeout(
    onProblem,
    vendorTimeoutMs,
    `${settings.scriptUrl} gave no answer within ${vendorTimeoutMs} ms`,
  );
  const hear = (told: unknown): void => {
    clearTimeout(silence);
    onGroups(parseGroups(told));
  };
  const read = (): void => hear(window.OnetrustActiveGroups);
  // A tool may call the wrapper before it writes the groups that belong to the call.
  window.OptanonWrapper = () => queueMicrotask(read);
  addEventListener("OTConsentApplied", read);
  addEventListener("OneTrustGroupsUpdated", (event) => hear(event instanceof CustomEvent ? event.detail : []));
  addVendorScript(settings.scriptUrl, onProblem, { charset: "UTF-8", "data-domain-script": settings.id });
}
