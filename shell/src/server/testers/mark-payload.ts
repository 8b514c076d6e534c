import type { PagePayload } from "@site/contracts/pages/payload";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { OverriddenSet } from "../live/pick-set.ts";
import { breakPayload } from "./break-page.ts";
import { namePayload } from "./name-regions.ts";
import { toTesterFormat } from "./tester-format.ts";

/** A payload for a signed-in person: after a soft navigation its regions have the same attributes as in a document. */
export function markPayload(
  text: string,
  overridden: OverriddenSet,
  times: ReadonlyMap<string, number>,
  site: Pick<SiteConfig, "locales" | "defaultLocale">,
): string {
  // This server wrote it, from the same type.
  const payload: PagePayload = JSON.parse(text);
  const { broken, state } = overridden;
  const named = { ...namePayload(payload, overridden, times), format: toTesterFormat(overridden) };
  return JSON.stringify(broken ? breakPayload(named, broken, state, site) : named);
}
