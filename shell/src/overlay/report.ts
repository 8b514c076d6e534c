import { toBreakText, toOverrideLink, type TesterFacts } from "../layout/tester-facts.ts";
import type { Recorded } from "./recorder.ts";
import { type Region, toSize, toStatusText } from "./regions.ts";
import type { ShownFacts } from "./shown-facts.ts";
import { readShownPage } from "./shown-page.tsx";

/** Events in a report. */
const maxEvents = 20;

/** The link that shows another tester, or the same one later, the releases and the page that are shown now. It needs a sign-in. */
export function toLink({ releases }: TesterFacts): string {
  const versions = Object.fromEntries(Object.entries(releases).map(([name, { version }]) => [name, version]));
  return `${location.origin}${toOverrideLink(versions, readShownPage())}`;
}

/** The report for a bug tracker, in Markdown. */
export function toReport(facts: ShownFacts, { events, troubles }: Recorded, regions: readonly Region[]): string {
  const { set, revision, channel, releases, asked, broken } = facts;
  const lines = [
    `## ${document.title}`,
    "",
    "What happened, and what should have happened:",
    "",
    "",
    "",
    `- Page: ${location.href}`,
    `- Shown again by: ${toLink(facts)}`,
    `- Set ${set}, revision ${revision}, ${channel}${asked ? ` (${asked.label})` : ""}${toNewerText(facts)}`,
    ...(broken ? [`- Broken on purpose: the ${toBreakText(broken.remote, broken.how)}`] : []),
    `- ${navigator.userAgent}`,
    `- Window ${innerWidth} × ${innerHeight}, ${new Date().toISOString()}`,
    "",
    "### Releases",
    ...Object.entries(releases).map(([name, one]) => `- ${name} ${one.version} (${one.channel})`),
    "",
    "### Regions",
    ...regions.map((region) => `- ${region.island}: ${toStatusText(region)}, HTML ${toSize(region.htmlBytes)}`),
    "",
    "### Errors",
    ...(troubles.length === 0 ? ["- none since the page was loaded"] : []),
    ...troubles.map(({ at, text }) => `- ${at} ms: ${text}`),
    "",
    "### The latest events",
    ...events.slice(-maxEvents).map(({ at, name, detail }) => `- ${at} ms: ${name} ${toDetailText(detail)}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** The packages of which another release went live after the page was loaded, as the end of a sentence; empty without one. */
export function toNewerText({ newer }: ShownFacts): string {
  return newer.length === 0 ? "" : `; another release of ${newer.join(", ")} went live after the page was loaded`;
}

/** The detail of an event as text. Functions and elements in it have none. */
export function toDetailText(detail: unknown): string {
  try {
    return JSON.stringify(detail) ?? "";
  } catch {
    return "(no text)";
  }
}
