import { createHash } from "node:crypto";
import type { OutlineText, TextStyle } from "./outline-text.ts";
import type { PublicSiteConfig } from "@site/contracts/site/site-config";

/** The size of link previews in pixels. */
export const cardWidth = 1200;
export const cardHeight = 630;

/** What a link preview says: the page, the site and for whom it is. */
export interface ShareCard {
  title: string;
  siteName: string;
  /** Such as `21+`. */
  age: string;
  /** The site's wordmark, as it stands in the header: SVG of 180 by 48. */
  logo: string;
}

/** What the link preview of a page shows. */
export function toShareCard(
  title: string,
  { site, logo }: { site: Pick<PublicSiteConfig, "name" | "minimumAge">; logo: string },
): ShareCard {
  return { title, siteName: site.name, age: `${site.minimumAge}+`, logo };
}

/** Raised with each change of the drawing, so that the content at a card's address never changes. */
const edition = 1;

/** The name of a card: a hash of all that is on it. */
export function toCardKey(card: ShareCard): string {
  return createHash("sha256")
    .update(JSON.stringify([edition, card]))
    .digest("hex")
    .slice(0, 16);
}

const titleStyles: readonly (TextStyle & { lines: number })[] = [
  { size: 96, weight: 800, stretch: 125, lines: 2 },
  { size: 76, weight: 800, stretch: 125, lines: 3 },
  { size: 60, weight: 800, stretch: 112, lines: 4 },
];

const small: TextStyle = { size: 30, weight: 500, stretch: 100 };
const ageStyle: TextStyle = { size: 40, weight: 800, stretch: 125 };

/** Space for the title, in pixels. */
const titleWidth = 760;

/** Draws a card: the table at night, a hand of cards under the lamp, and the page's name in the site's own type. */
export function drawCard({ title, siteName, age, logo }: ShareCard, outline: OutlineText): string {
  const { lines, style } = fitTitle(title, outline);
  const leading = style.size * 1.06;
  const top = 335 - ((lines.length - 1) * leading) / 2 + style.size * 0.34;
  const name = outline(siteName, small);
  const years = outline(age, ageStyle);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}" viewBox="0 0 ${cardWidth} ${cardHeight}">
<defs>
<radialGradient id="felt" cx=".72" cy="0" r="1.05"><stop stop-color="#1d5a45"/><stop offset=".45" stop-color="#0f3d2e"/><stop offset="1" stop-color="#0b0f0e"/></radialGradient>
<radialGradient id="lamp" cx=".5" cy=".5" r=".5"><stop stop-color="#f4f1e8" stop-opacity=".2"/><stop offset="1" stop-color="#f4f1e8" stop-opacity="0"/></radialGradient>
<pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0h3v3H0zM3 3h3v3H3z" fill="#f4f1e8" fill-opacity=".025"/></pattern>
</defs>
<rect width="1200" height="630" fill="#0b0f0e"/>
<rect width="1200" height="630" fill="url(#felt)"/>
<rect width="1200" height="630" fill="url(#weave)"/>
<ellipse cx="960" cy="330" rx="420" ry="360" fill="url(#lamp)"/>
<g transform="translate(985 660)">${[-2, -1, 0, 1, 2].map(drawCardShape).join("")}</g>
<svg x="70" y="64" width="225" height="60" viewBox="0 0 180 48">${logo}</svg>
<g fill="#f4f1e8">${lines.map((line, index) => `<g transform="translate(70 ${Math.round(top + index * leading)})">${outline(line, style).path}</g>`).join("")}</g>
<g fill="#d3dbd4" transform="translate(${70 + years.width + 52} 566)">${name.path}</g>
<g transform="translate(70 520)"><rect width="${Math.round(years.width + 28)}" height="64" rx="32" fill="none" stroke="#f4f1e8" stroke-width="3"/><g fill="#f4f1e8" transform="translate(14 46)">${years.path}</g></g>
</svg>`;
}

const diamond = "M16 2c2.5 5 6 9.5 10.5 14C22 20.5 18.5 25 16 30c-2.5-5-6-9.5-10.5-14C10 11.5 13.5 7 16 2z";
const spade =
  "M16 2C21 9 29 13 29 20a6.5 6.5 0 0 1-11.5 4.2c.3 2.6 1.2 4.3 2.7 5.8h-8.4c1.5-1.5 2.4-3.2 2.7-5.8A6.5 6.5 0 0 1 3 20C3 13 11 9 16 2z";

/** One of five cards of a fan, turned about a point below it: backs, and the ace of spades on top. */
function drawCardShape(place: number): string {
  const isTop = place === 2;
  const face = isTop
    ? `<path transform="translate(-62 -112) scale(3.9)" d="${spade}" fill="#12201b"/><path transform="translate(-96 -158) scale(1.15)" d="${spade}" fill="#12201b"/>`
    : `<rect x="-94" y="-152" width="188" height="304" rx="12" fill="none" stroke="#ff5233" stroke-opacity=".55" stroke-width="3"/><path transform="translate(-40 -40) scale(2.5)" d="${diamond}" fill="#ff5233" fill-opacity=".8"/>`;
  return `<g transform="rotate(${place * 14 - 4}) translate(0 -300)"><rect x="-107" y="-163" width="220" height="330" rx="20" fill="#000" fill-opacity=".28"/><rect x="-110" y="-168" width="220" height="336" rx="20" fill="${isTop ? "#f4f1e8" : "#141d1a"}" stroke="#f4f1e8" stroke-opacity="${isTop ? 0 : 0.25}" stroke-width="2"/>${face}</g>`;
}

/** The largest style in which the title fits, and its lines; in the smallest style, surplus lines are cut. */
function fitTitle(title: string, outline: OutlineText): { lines: string[]; style: TextStyle } {
  for (const { lines: most, ...style } of titleStyles) {
    const lines = breakLines(title, (text) => outline(text, style).width <= titleWidth);
    if (lines.length <= most && lines.every((line) => outline(line, style).width <= titleWidth))
      return { lines, style };
  }
  const { lines: most, ...style } = titleStyles.at(-1) ?? { size: 60, weight: 800, stretch: 112, lines: 4 };
  return { lines: breakLines(title, (text) => outline(text, style).width <= titleWidth).slice(0, most), style };
}

/** Breaks a text between words so that lines fit where they can. */
function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== "")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
