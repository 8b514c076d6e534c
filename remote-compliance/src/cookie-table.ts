import type { SiteCookie } from "@site/contracts/site-cookies";

/** The list as a Markdown table, for the `{cookieTable}` of the cookie policy. */
export function toCookieTable(cookies: readonly SiteCookie[]): string {
  const rows = cookies.map(({ name, kind, purpose, lifetime }) => `| \`${name}\` | **${kind}.** ${purpose} | ${lifetime} |`);
  return ["| Name | What it is for | How long it is kept |", "| --- | --- | --- |", ...rows].join("\n");
}
