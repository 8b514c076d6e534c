import type { PagePayload, PayloadSlot } from "@site/contracts/payload";
import type { ReleaseSet } from "@site/contracts/release-set";
import { toBrowserSet } from "./browser-set.ts";
import { composePages } from "./compose.ts";
import { toPagePolicy } from "./content-security-policy.ts";
import { toDocument, toDocumentFrame } from "./document.ts";
import { type EncodedBody, encodeBody } from "./encoded-page.ts";
import { toPageData } from "./page-data.ts";
import { toKeyString } from "./page-key.ts";
import { planPages } from "./page-plan.ts";
import type { FragmentSource, LoadedPackages } from "./render-fragments.ts";

/** A page as it is answered: its document, and the same page as data. */
export interface LivePage {
  status: number;
  document: EncodedBody;
  payload: EncodedBody;
  policy: string;
  hasFallback: boolean;
}

/** What is live: one release set and every page made of it. It is replaced as a whole, never changed. */
export interface SiteState {
  set: ReleaseSet;
  packages: LoadedPackages;
  pages: ReadonlyMap<string, LivePage>;
  /** The addresses of the pages, each once, sorted. */
  paths: readonly string[];
  /** Every slot of every page by its key (B193). */
  slots: ReadonlyMap<string, PayloadSlot>;
}

/** Pages that are compressed at the same time. */
const encodedAtOnce = 4;

/** Composes every page of a set, off to the side. Pages that did not change keep their compressed bodies. */
export async function composeSite(set: ReleaseSet, previous: SiteState | undefined, source: FragmentSource): Promise<SiteState> {
  const { site, data, packages } = source;
  const composed = await composePages(planPages(site, data), source);
  const frame = toDocumentFrame(site, packages, toBrowserSet(set, packages));
  const pages = new Map<string, LivePage>();
  const slots = new Map<string, PayloadSlot>();
  const encoding: Promise<void>[] = [];
  for (const one of composed) {
    const key = toKeyString(one.plan.key);
    const { sheets, hasFallback, ...payload } = toPageData(one, set.id, site, data);
    const before = previous?.pages.get(key);
    for (const slot of payload.slots) slots.set(slot.key, slot);
    // A page with a stand-in in it never replaces a good one of the same set.
    if (hasFallback && before && !before.hasFallback && previous?.set.id === set.id) {
      pages.set(key, before);
      continue;
    }
    const { html, css } = toDocument({ ...payload, sheets, hasFallback }, frame);
    const text = JSON.stringify(payload satisfies PagePayload);
    const encode = async (): Promise<void> => {
      const [document, asData] = await Promise.all([encodeAgain(html, before?.document), encodeAgain(text, before?.payload)]);
      pages.set(key, { status: payload.status, document, payload: asData, policy: toPagePolicy(frame.boot, css), hasFallback });
    };
    encoding.push(encode());
    // A few at a time, as many as the machine compresses at once; requests are answered in between.
    if (encoding.length >= encodedAtOnce) await Promise.all(encoding.splice(0));
  }
  await Promise.all(encoding);
  const paths = composed.filter(({ plan }) => plan.context.status === 200).map(({ plan }) => plan.key.page);
  return { set, packages, pages, paths: [...new Set(paths)].toSorted(), slots };
}

/** Encodes a text, unless it is the one that was encoded before. */
async function encodeAgain(text: string, before: EncodedBody | undefined): Promise<EncodedBody> {
  return before?.bodies.identity.equals(Buffer.from(text)) ? before : encodeBody(text);
}

