/** The id of the data block in a document for a person who signed in. */
export const testerFactsId = "tester-facts";

/** The id of the button in the mark above a page that opens the overlay. */
export const overlayButtonId = "tester-overlay-button";

/** The global name of the function that hands the overlay what happened before its script ran. */
export const earlyEventsName = "takeEarlyEvents";

/** Where the form is sent that breaks a remote on purpose, and the one that ends it. */
export const breakPath = "/-/break";
export const breakEndPath = "/-/break/end";

/** Where a tester signs in, with the page to come back to as `to`. */
export const signInPath = "/-/sign-in";

/** Where the overlay asks for the releases that may be shown in place of others. */
export const admittedPath = "/-/overlay/releases";

/**
 * How the scripts of a remote can be broken on purpose: each is answered with an error, after three seconds, or not until the browser has
 * given up.
 */
export const scriptBreaks = ["fail", "slow", "hang"] as const;
export type ScriptBreak = (typeof scriptBreaks)[number];

/** All ways to break a remote on purpose. The last two are in its pages: its styles are missing, or an element of its HTML is not closed. */
export const breakModes = [...scriptBreaks, "unstyled", "unclosed"] as const;
export type BreakMode = (typeof breakModes)[number];

const breakTexts: Readonly<Record<BreakMode, readonly [what: string, text: string]>> = {
  fail: ["scripts", "are answered with an error"],
  slow: ["scripts", "come after three seconds"],
  hang: ["scripts", "never come"],
  unstyled: ["styles", "are missing"],
  unclosed: ["HTML", "begins with an element that is not closed"],
};

/** How a remote is broken, after `The`: `scripts of content never come`. */
export function toBreakText(remote: string, how: BreakMode): string {
  const [what, text] = breakTexts[how];
  return `${what} of ${remote} ${text}`;
}

/** Which set a release in a document is of: one that visitors are assigned to, or a tester's own. */
export type ReleaseChannel = "stable" | "canary" | "override";

/** A release in a document. */
export interface ShownRelease {
  version: string;
  channel: ReleaseChannel;
  /** Who signs for the package, where the trust list says it. */
  owner?: string;
}

/** What a document tells the overlay. */
export interface TesterFacts {
  set: string;
  revision: number;
  channel: ReleaseChannel;
  /** All packages of the set. */
  releases: Readonly<Record<string, ShownRelease>>;
  /** What the tester asked to see in place of what is live, and until when: UTC, ISO 8601. */
  asked?: { label: string; until: string };
  /** The remote whose scripts are broken on purpose, and until when. */
  broken?: { remote: string; how: BreakMode; until: string };
}

/** A release that was admitted, as {@link admittedPath} lists it. */
export interface AdmittedRelease {
  version: string;
  /** UTC, ISO 8601. */
  at: string;
}

/** The admitted releases by package, newest first. */
export type AdmittedReleases = Readonly<Record<string, readonly AdmittedRelease[]>>;

/** The address at which a person who signed in is asked whether to see these releases, and then comes to a page: the home page without one. */
export function toOverrideLink(versions: Readonly<Record<string, string>>, to?: string): string {
  return `/-/override?${new URLSearchParams({ with: toWith(versions), ...(to !== undefined && { to }) })}`;
}

/** Releases as a link names them: `content@1.0.0-3f2a9c0d11aa`, with commas. */
export function toWith(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name}@${version}`)
    .join(",");
}
