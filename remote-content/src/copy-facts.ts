import type { IslandContext } from "@site/contracts/islands/island";
import { pickText } from "@site/contracts/locale/localized-text";
import { useIslandContext } from "@site/contracts/react/site-context";

/** Facts of the site in the copy of a page, in the language of the copy (B288). */
export interface CopyFacts {
  siteName: string;
  minimumAge: number;
  /** `in the Philippines`, as it follows "online poker". */
  market: string;
  /** `in the Philippines`, as it follows "you are". */
  playerLocation: string;
  /** `the national gaming regulator of the Philippines`. */
  regulator: string;
}

/**
 * The facts of a site for copy in a language.
 * @throws Error when the island did not request `facts` in its data.
 */
export function toCopyFacts(
  { site, data: { facts } }: Pick<IslandContext, "site" | "data">,
  language: string,
): CopyFacts {
  if (!facts) throw new Error("An island whose copy states facts of the site names facts in its data.");
  return {
    siteName: site.name,
    minimumAge: site.minimumAge,
    market: pickText(facts.market, language),
    playerLocation: pickText(facts.playerLocation, language),
    regulator: pickText(facts.regulator, language),
  };
}

/** The facts of the page's site for copy in a language. */
export function useCopyFacts(language: string): CopyFacts {
  return toCopyFacts(useIslandContext(), language);
}
