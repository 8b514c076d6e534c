import { hash } from "node:crypto";
import { parseHeadlineFace, toHeadlineFile } from "@site/contracts/pages/headline-face";
import type { LoadedRelease } from "../../releases/loaded-release.ts";

/** What shows a headline in the brand's typeface before the whole font is there. */
export interface HeadlineStyle {
  /** The style sheet, with the font in it. */
  css: string;
  /** Its source for a content policy. */
  source: string;
  /** Whether a page has a headline, and none with other letters than the font. */
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
  const css = `@font-face{font-family:Headline;src:url(data:font/woff2;base64,${woff2})}.display{font-family:Headline,var(--font)}`;
  return {
    css,
    source: `'sha256-${hash("sha256", css, "base64")}'`,
    fits(html) {
      const shown = [...html.matchAll(headlines)].map(([, words = ""]) => words);
      return shown.length > 0 && [...shown.join("")].every((letter) => letters.has(letter));
    },
  };
}
