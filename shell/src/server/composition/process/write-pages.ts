import { composePages } from "../fragments/compose-pages.ts";
import { toPagePolicies } from "../../policies/page-policy.ts";
import { toDocument } from "../documents/document.ts";
import { toDocumentFrame } from "../documents/document-frame.ts";
import { toPageData } from "../documents/page-data.ts";
import { toPayloadText } from "../documents/payload-text.ts";
import { SlotWriter } from "../documents/slot-parts.ts";
import type { TextPart } from "../documents/text-part.ts";
import { type ComposedPage, findUse, flatten } from "../fragments/composed-page.ts";
import { toKeyString } from "../../pages/page-key.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import { toPageApplication } from "../../../layout/page-application.ts";
import type { FragmentSource } from "../fragments/fragment-source.ts";
import type { LivePage } from "../../pages/site-state.ts";

/** A page with its document and its payload as text. */
export interface PageText extends Omit<LivePage, "pageId" | "document" | "payload"> {
  plan: PagePlan;
  /** The string of its key. */
  key: string;
  document: TextPart;
  payload: TextPart;
}

/** Renders the fragments of pages, then writes the pages lazily, each when the iterable is advanced. */
export type WritePages = (plans: readonly PagePlan[]) => Promise<Iterable<PageText>>;

/**
 * Prepares what all pages of a set have in common.
 * @param format the server's, which documents and payloads name
 * @param slotWriter may know slots of earlier sets
 */
export function createPageWriter(
  format: number,
  source: FragmentSource,
  slotWriter: SlotWriter = new SlotWriter(),
): WritePages {
  const { site, data } = source;
  const frames = new Map(site.locales.map(({ code }) => [code, toDocumentFrame(source, code)]));

  function write(one: ComposedPage): PageText {
    const frame = frames.get(one.plan.key.locale);
    if (!frame) throw new Error(`${site.siteId} has no locale ${one.plan.key.locale}.`);
    const page = toPageData(one, {
      site,
      data,
      around: frame.around,
      format,
      descriptions: frame.descriptions,
      slotWriter,
    });
    const { html: document, css, headline } = toDocument(page, frame);
    const placed = flatten([...one.slots, ...one.heads]);
    return {
      plan: one.plan,
      key: toKeyString(one.plan.key),
      status: page.status,
      policies: toPagePolicies({
        scripts: frame.scripts,
        css,
        headlineSources: headline?.sources,
        vendors: page.vendors,
        hosts: site.vendorHosts,
        imageOrigin: site.imageOrigin,
      }),
      hasFallback: page.hasFallback,
      cardTitle: page.canonical === null ? null : page.heading,
      document,
      payload: toPayloadText(page),
      slots: page.slots.map(({ key }) => key),
      pictures: document.pictures,
      ...findUse(one),
      isWhole: placed.every(({ isLate }) => !isLate),
      fragments: placed.flatMap(({ id: slot, island, origin }) =>
        origin
          ? [
              {
                slot,
                key: origin.key,
                digest: origin.digest,
                ...(island === one.plan.island && { application: toPageApplication(island) }),
                ...source.memory.findTime(origin.key),
              },
            ]
          : [],
      ),
    };
  }

  return async (plans) => {
    const composed = await composePages(plans, source);
    return (function* writeAll() {
      for (const one of composed) yield write(one);
    })();
  };
}
