import { siteConfigs } from "../../sites/sites.ts";
import type { SiteId } from "../harness/start-site.ts";

/** What one site alone may say of itself. A page of another site that says it states an untruth. */
const ownFacts: Record<SiteId, RegExp[]> = {
  GGPPH: [
    /Philippin|Filipin|Manila/i,
    /\bPHP\b|₱|\bpesos?\b/i,
    /\bSSS\b|\bTIN\b|\bUMID\b|Postal ID|Voters ID/,
    /@ggp\.example/,
    /\b21\s?\+|\b21 and over|\b21 anos|\b21 years|aged 21\b|\bis 21\b|\bof 21\b/,
  ],
  GGPBR: [/Bra[sz]il/i, /\bBRL\b|R\$|\breais\b/, /@br\.ggp\.example/],
  GGPCOM: [/GGP Poker International/, /@com\.ggp\.example/, /\+44 ?1632/],
};
/** What both sites with a minimum age of 18 say. */
const age18 = /\b18\s?\+|\b18 and over|\b18 anos|aged 18\b/;

/** Every site there is. */
export const sites = Object.keys(siteConfigs).filter((id): id is SiteId => Object.hasOwn(siteConfigs, id));

/** Facts of other sites that a page of a site states, each with the words around it. */
export function findForeignFacts(id: SiteId, html: string): string[] {
  const foreign = [
    ...sites.filter((other) => other !== id).flatMap((other) => ownFacts[other]),
    ...(siteConfigs[id].minimumAge === 18 ? [] : [age18]),
  ];
  const said = withoutOtherRegions(html);
  return foreign.flatMap((fact) => {
    const found = fact.exec(said);
    return found ? [said.slice(Math.max(0, found.index - 60), found.index + 60).replaceAll(/\s+/g, " ")] : [];
  });
}

/** A page without the other regional sites it links to, and without the JSON that only code reads, but with what islands are told. */
function withoutOtherRegions(html: string): string {
  const state: { data?: object } = JSON.parse(/id="site-state">(.*?)<\/script>/.exec(html)?.[1] ?? "{}");
  return html
    .replaceAll(/<a\b[^>]*hrefLang="[^"]*"[\s\S]*?<\/a>/gi, "")
    .replaceAll(/<link rel="alternate"[^>]*>/g, "")
    .replaceAll(/<script(?! type="application\/ld\+json")[\s\S]*?<\/script>/g, "")
    .replaceAll(/<style[\s\S]*?<\/style>/g, "")
    .replaceAll(/<path\b[^>]*>/g, "")
    .concat(JSON.stringify(state.data ?? {}));
}
