import { type SiteCookie, siteCookies } from "@site/contracts/site-cookies";
import type { PolicyValues } from "./policy-values.ts";

/** The cookie policy with its table: what this site keeps, and what vendors of the site keep for it. */
export function putCookieTable(body: string, { conditions }: Pick<PolicyValues, "conditions">): string {
  const kept = siteCookies.filter(({ vendor }) => vendor === undefined || conditions.includes(vendor));
  return body.replace("{cookieTable}", () => toCookieTable(kept));
}

/** The list as a Markdown table. */
function toCookieTable(cookies: readonly SiteCookie[]): string {
  const rows = cookies.map(({ name, kind, purpose, lifetime }) => `| \`${name}\` | **${kind}.** ${purpose} | ${lifetime} |`);
  return ["| Name | What it is for | How long it is kept |", "| --- | --- | --- |", ...rows].join("\n");
}
