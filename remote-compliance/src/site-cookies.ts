/** One thing the site keeps in a visitor's browser. The cookie policy's table is made from this list. */
export interface SiteCookie {
  name: string;
  purpose: string;
  lifetime: string;
  kind: "Necessary" | "Preference" | "Consent";
}

/** Everything the site itself keeps. A cookie that is not listed here may not be set. */
export const siteCookies: readonly SiteCookie[] = [
  {
    // B139, B145, B156
    name: "closeRM",
    purpose: "Remembers, with the value 1, that you closed a notice about your region, so that it is not shown again. The same note is kept in your browser's storage.",
    lifetime: "Until you clear your browser's data",
    kind: "Necessary",
  },
  {
    // B178, B181
    name: "locale",
    purpose: "Remembers the language you chose, or the one found on your first visit.",
    lifetime: "365 days",
    kind: "Preference",
  },
  {
    name: "canary",
    purpose: "Holds a number from 0 to 99, drawn at random. It decides whether you are among the first visitors to see a new version of a page, and keeps that the same between pages.",
    lifetime: "Until you clear your browser's data",
    kind: "Necessary",
  },
  {
    name: "__Host-override",
    purpose: "Set only for members of our own team who test a version before its release. Visitors never receive it.",
    lifetime: "Short-lived; it expires by itself",
    kind: "Necessary",
  },
  {
    // B220, B221
    name: "OptanonConsent",
    purpose: "Set by the consent tool where the law of your country asks for one. It remembers which kinds of cookies you accepted.",
    lifetime: "As stated in the consent tool",
    kind: "Consent",
  },
];

/** The list as a Markdown table, for the `{cookieTable}` of the cookie policy. */
export function toCookieTable(cookies: readonly SiteCookie[]): string {
  const rows = cookies.map(({ name, kind, purpose, lifetime }) => `| \`${name}\` | **${kind}.** ${purpose} | ${lifetime} |`);
  return ["| Name | What it is for | How long it is kept |", "| --- | --- | --- |", ...rows].join("\n");
}
