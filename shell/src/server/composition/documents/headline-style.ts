import { hash } from "node:crypto";
import { parseHeadlineFace, toHeadlineFile } from "@site/contracts/pages/headline-face";
import type { LoadedRelease } from "../../releases/loaded-release.ts";

/** Shows a headline in the brand's typeface before the whole font has loaded. */
export interface HeadlineStyle {
  /**
   * Two style sheets. The first has the font: to remove it makes a browser look up the fonts of the whole page, so the core does that once the next
   * page is painted. The second shows headlines in it: the core removes it when it puts the next page in, whose headline may have other letters.
   */
  html: string;
  /** Their sources for a content policy. */
  sources: string;
  /** Whether a page has a headline, and the font has all letters of its headlines. */
  fits(html: string): boolean;
}

/** The text of headlines: of elements whose first class is the contracts' `display`, up to the next tag. */
const headlines = /<\w+ class="display[" ][^>]*>([^<]*)/g;

/** @returns nothing when the shell's release has no headline in this locale. @throws when its file is not a headline's face */
export function toHeadlineStyle(shell: LoadedRelease | undefined, locale: string): HeadlineStyle | undefined {
  const file = shell?.files.get(toHeadlineFile(locale));
  if (!file) return undefined;
  const { text, woff2 } = parseHeadlineFace(file.toString("utf8"));
  const letters = new Set(text);
  const sheets = [
    `@font-face{font-family:Headline;src:url(data:font/woff2;base64,${woff2})}`,
    ".display{font-family:Headline,var(--font)}",
  ];
  return {
    html: sheets.map((css) => `<style>${css}</style>`).join(""),
    sources: sheets.map((css) => `'sha256-${hash("sha256", css, "base64")}'`).join(" "),
    fits(html) {
      const shown = [...html.matchAll(headlines)].map(([, words = ""]) => words);
      return shown.length > 0 && [...shown.join("")].every((letter) => letters.has(letter));
    },
  };
}
