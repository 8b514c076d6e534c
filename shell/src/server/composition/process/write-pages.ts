import type { PagePayload } from "@site/contracts/pages/payload";
import { toAddresses } from "../../images/image-address.ts";
import { composePages } from "../fragments/compose-pages.ts";
import { toPagePolicies } from "../../pages/content-security-policy.ts";
import { toDocument } from "../documents/document.ts";
import { toDocumentFrame } from "../documents/document-frame.ts";
import { toPageData } from "../documents/page-data.ts";
import { findUse, flatten } from "../fragments/composed-page.ts";
import { toKeyString } from "../../pages/page-key.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { FragmentSource } from "../fragments/render-fragments.ts";
import type { LivePage } from "../../pages/site-state.ts";

/** A page with its document and its payload as text. */
export interface PageText extends Omit<LivePage, "pageId" | "document" | "payload"> {
  plan: PagePlan;
  /** The string of its key. */
  key: string;
  document: string;
  payload: string;
}

/**
 * Renders the fragments of pages, then writes the pages lazily, each when the iterable is advanced.
 * @param format the server's, which documents and payloads name
 */
export async function writePages(
  plans: readonly PagePlan[],
  format: number,
  source: FragmentSource,
): Promise<Iterable<PageText>> {
  const { site, data } = source;
  const composed = await composePages(plans, source);
  const frames = new Map(site.locales.map(({ code }) => [code, toDocumentFrame(source, code)]));
  return (function* write() {
    for (const one of composed) {
      const frame = frames.get(one.plan.key.locale);
      if (!frame) throw new Error(`${site.siteId} has no locale ${one.plan.key.locale}.`);
      const page = toPageData(one, { site, data, format, descriptions: frame.descriptions });
      const {
        sheets: _sheets,
        hasFallback,
        heads: _heads,
        sections: _sections,
        slotDigests: _slotDigests,
        ...payload
      } = page;
      const { html, css } = toDocument(page, frame);
      const placed = flatten([...one.slots, ...one.heads]);
      yield {
        plan: one.plan,
        key: toKeyString(one.plan.key),
        status: payload.status,
        policies: toPagePolicies({
          boot: frame.boot,
          css,
          vendors: payload.vendors,
          hosts: site.vendorHosts,
          imageOrigin: site.imageOrigin,
        }),
        hasFallback,
        cardTitle: payload.canonical === null ? null : payload.heading,
        document: html,
        payload: JSON.stringify(payload satisfies PagePayload),
        slots: payload.slots.map(({ key }) => key),
        pictures: toAddresses(html),
        ...findUse(one),
        isWhole: placed.every(({ isLate }) => !isLate),
        fragments: placed.flatMap(({ id: slot, origin }) =>
          origin ? [{ slot, key: origin.key, digest: origin.digest }] : [],
        ),
      };
    }
  })();
}
