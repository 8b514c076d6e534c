import { type SiteCookie, siteCookies } from "../site-cookies.ts";
import type { CookieWords } from "../copy/cookies-copy.ts";
import { cookieWords as english } from "./en/cookies.ts";
import { cookieWords as portuguese } from "./pt-br/cookies.ts";
import type { PolicyValues } from "../policy-values.ts";

const words: Record<string, CookieWords> = { en: english, "pt-br": portuguese };

/** The cookie policy with its table: the cookies of this site, and those of its vendors. */
export function putCookieTable(
  body: string,
  { conditions }: Pick<PolicyValues, "conditions">,
  language: string,
): string {
  const kept = siteCookies.filter(({ onlyWith }) => onlyWith === undefined || conditions.includes(onlyWith));
  return body.replace("{cookieTable}", () => toCookieTable(kept, words[language] ?? english));
}

/**
 * The list as a Markdown table.
 * @throws Error for a cookie without a text in the language
 */
function toCookieTable(cookies: readonly SiteCookie[], { columns, kinds, cookies: texts }: CookieWords): string {
  const rows = cookies.map(({ name, kind }) => {
    const text = texts[name];
    if (!text) throw new Error(`There are no words for the cookie ${name}.`);
    return `| \`${name}\` | **${kinds[kind]}.** ${text.purpose} | ${text.lifetime} |`;
  });
  return [`| ${columns.join(" | ")} |`, "| --- | --- | --- |", ...rows].join("\n");
}
