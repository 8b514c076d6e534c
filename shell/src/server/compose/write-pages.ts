import { listMessageLocales } from "@site/contracts/locale-fallback";
import type { PagePayload } from "@site/contracts/payload";
import type { ReleaseSet } from "@site/contracts/release-set";
import { toAddresses } from "../images/image-address.ts";
import { toBrowserSet } from "../page/browser-set.ts";
import { composePages } from "../page/compose.ts";
import { toPagePolicies } from "../page/content-security-policy.ts";
import { toDocument, toDocumentFrame } from "../page/document.ts";
import { toPageData } from "../page/page-data.ts";
import { findUse, flatten } from "../page/page-id.ts";
import { toKeyString } from "../page/page-key.ts";
import type { PagePlan } from "../page/page-plan.ts";
import type { FragmentSource } from "../page/render-fragments.ts";
import type { LivePage } from "../page/site-state.ts";

/** A page as texts. */
export interface PageText extends Omit<LivePage, "pageId" | "document" | "payload"> {
  plan: PagePlan;
  /** The string of its key. */
  key: string;
  document: string;
  payload: string;
}

/**
 * Renders what pages need and writes them, one after the other as they are taken.
 * @param build what the pages say they are of
 */
export async function writePages(plans: readonly PagePlan[], set: ReleaseSet, build: string, source: FragmentSource): Promise<Iterable<PageText>> {
  const { site, data, packages } = source;
  const composed = await composePages(plans, source);
  const heads = new Set(composed.flatMap((page) => page.heads.flatMap(({ plain }) => plain?.script ?? [])));
  const frames = new Map(site.locales.map((locale) => {
    const browserSet = toBrowserSet({ id: build, revision: set.revision }, packages, heads, listMessageLocales({ locale, site }));
    return [locale.code, toDocumentFrame(source, locale.code, browserSet)];
  }));
  return (function* write() {
    for (const one of composed) {
      const frame = frames.get(one.plan.key.locale);
      if (!frame) throw new Error(`${site.siteId} has no locale ${one.plan.key.locale}.`);
      const page = toPageData(one, build, site, data);
      const { sheets: _sheets, sheetsAbove: _above, hasFallback, heads: _heads, sections: _sections, ...payload } = page;
      const { html, css } = toDocument(page, frame);
      const placed = flatten([...one.slots, ...one.heads]);
      yield {
        plan: one.plan,
        key: toKeyString(one.plan.key),
        status: payload.status,
        policies: toPagePolicies({ boot: frame.boot, css, vendors: payload.vendors, hosts: site.vendorHosts, imageOrigin: site.imageOrigin }),
        hasFallback,
        cardTitle: payload.canonical === null ? null : payload.heading,
        document: html,
        payload: JSON.stringify(payload satisfies PagePayload),
        slots: payload.slots.map(({ key }) => key),
        pictures: toAddresses(html),
        ...findUse(one),
        isWhole: placed.every(({ isLate }) => !isLate),
        fragments: placed.flatMap(({ id: slot, origin }) => (origin ? [{ slot, key: origin.key, digest: origin.digest }] : [])),
      };
    }
  })();
}
