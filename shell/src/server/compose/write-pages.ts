import { listMessageLocales } from "@site/contracts/locale-fallback";
import type { PagePayload } from "@site/contracts/payload";
import { toBrowserSet } from "../page/browser-set.ts";
import { composePages } from "../page/compose.ts";
import { toPagePolicies } from "../page/content-security-policy.ts";
import { toDocument, toDocumentFrame } from "../page/document.ts";
import { toPageData } from "../page/page-data.ts";
import { type PageKey, toKeyString } from "../page/page-key.ts";
import { planPages } from "../page/page-plan.ts";
import type { LivePage } from "../page/site-state.ts";
import { toPageId } from "../page/page-id.ts";
import { toAddresses } from "../images/image-address.ts";
import type { FragmentSource } from "../page/render-fragments.ts";
import type { ReleaseSet } from "@site/contracts/release-set";

/** A page as texts. */
export interface PageText extends Omit<LivePage, "document" | "payload"> {
  key: PageKey;
  id: string;
  document: string;
  payload: string;
}

/**
 * Renders what a set needs and writes its pages, one after the other as they are taken.
 * @param build what the pages say they are of
 */
export async function writePages(set: ReleaseSet, build: string, source: FragmentSource): Promise<Iterable<PageText>> {
  const { site, data, packages, layout } = source;
  const composed = await composePages(planPages(site, data, layout), source);
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
      yield {
        key: one.plan.key,
        id: toKeyString(one.plan.key),
        pageId: toPageId(build, one.plan),
        status: payload.status,
        policies: toPagePolicies({ boot: frame.boot, css, vendors: payload.vendors, hosts: site.vendorHosts, imageOrigin: site.imageOrigin }),
        hasFallback,
        cardTitle: payload.canonical === null ? null : payload.heading,
        document: html,
        payload: JSON.stringify(payload satisfies PagePayload),
        slots: payload.slots.map(({ key }) => key),
        pictures: toAddresses(html),
      };
    }
  })();
}
