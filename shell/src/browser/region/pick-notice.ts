import type { RegionId } from "@site/contracts/site/region";
import type { VisitorAnswer } from "@site/contracts/visitor/visitor-answer";
import { canadianSite } from "../../layout/region-path.ts";

/** The three notices the shell has for where a visitor is. */
export type RegionNotice = "warning" | "ontario" | "main-site";

/** What decides which notice is due. */
export interface NoticeSituation {
  visitor: Pick<VisitorAnswer, "rule" | "notice" | "mainSite">;
  siteId: RegionId;
  /** The route's name. */
  page: string;
  query: string;
  /** Whether the visitor has closed one before: closing either closes all (B156). */
  isClosed: boolean;
}

/**
 * The one notice a page shows, if any. A warning is for home and the download page (B134-B138), Ontario's for every page of
 * every site but Canada's (B143, B144), and the way to the site of the visitor's own country for home, when no other is
 * due (B150). For whitelisted visitors, crawlers and visitors of unknown country the server answers nothing that calls for a notice.
 */
export function pickNotice({
  visitor: { rule, notice, mainSite },
  siteId,
  page,
  query,
  isClosed,
}: NoticeSituation): RegionNotice | undefined {
  if (isClosed) return undefined;
  if (rule === "ontario" || notice === "ontario") return siteId === canadianSite ? undefined : "ontario";
  const isHome = page === "index";
  if (rule === "warning") {
    const isMeasured = new URLSearchParams(query).has("lighthouse");
    return (isHome || page === "download") && !isMeasured ? "warning" : undefined;
  }
  return isHome && mainSite ? "main-site" : undefined;
}
