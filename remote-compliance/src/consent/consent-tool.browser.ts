import type { ConsentSettings } from "@site/contracts/site-config";
import { addVendorScript } from "../vendor-script.browser.ts";
import { parseGroups } from "./consent-state.ts";

declare global {
  interface Window {
    /** Called by the consent tool when it is there and whenever the visitor chose. */
    OptanonWrapper?: unknown;
    /** What the visitor allows, such as `",C0001,C0002,"`. */
    OnetrustActiveGroups?: unknown;
    OneTrust?: unknown;
  }
}

/** Milliseconds the tool may take until its first answer before the log says so. */
const patience = 5000;

export interface ConsentToolOptions {
  settings: ConsentSettings;
  /** Where the visitor is; told to the tool when the site is configured so (B223). */
  place: { country: string; region: string | undefined } | undefined;
  /** Called with the groups the visitor allows: at first, and after each choice. */
  onGroups(groups: readonly string[]): void;
  onProblem(problem: unknown): void;
}

/** Loads the consent tool and listens to it, in every way it speaks: none of them is certain. */
export function startConsentTool({ settings, place, onGroups, onProblem }: ConsentToolOptions): void {
  if (place) window.OneTrust = { geolocationResponse: { countryCode: place.country, stateCode: place.region ?? "" } };
  const silence = setTimeout(() => onProblem(`${settings.scriptUrl} gave no answer within ${patience} ms`), patience);
  const hear = (groups: readonly string[]): void => {
    clearTimeout(silence);
    onGroups(groups);
  };
  window.OptanonWrapper = () => hear(parseGroups(window.OnetrustActiveGroups));
  addEventListener("OneTrustGroupsUpdated", (event) => hear(parseGroups(event instanceof CustomEvent ? event.detail : [])));
  addEventListener("OTConsentApplied", () => hear(parseGroups(window.OnetrustActiveGroups)));
  addVendorScript(settings.scriptUrl, { charset: "UTF-8", "data-domain-script": settings.id }).catch((error: unknown) => {
    clearTimeout(silence);
    onProblem(error);
  });
}
