import { toShownTime } from "./shown-time.ts";
import { escapeHtml } from "../pages/remote-text.ts";
import type { OverriddenSet } from "../live/pick-set.ts";

/** Where a tester leaves the asked set, by a form. */
export const endPath = "/-/override/end";

/** The style sheet of the mark, and of the pages of {@link endPath} and its neighbours. */
export const testerStylePath = "/-/testers.css";

/** Where a page's own content begins. What stands before it is outside of all islands. */
const contentStart = '<div id="app">';

/** The start of a region: a slot of the document, or one inside of an island. In data of the page no `<` stands. */
const regionStart = /<div (?:id="single-spa-application:|data-slot=")([a-z][a-z0-9-]*)\/[^"]*"/g;

/** A page whose regions say their remote and its version. */
function nameRegions(html: string, versions: Readonly<Record<string, string>>): string {
  return html.replaceAll(regionStart, (start, name: string) => {
    const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
    return version === undefined ? start : `${start} data-remote="${name}" data-version="${version}"`;
  });
}

/**
 * A page with a mark above its content: what it shows, until when, and the way back to the live site. Each region says its remote and version.
 */
export function markPage(html: string, { label, until, state }: OverriddenSet): string {
  const mark = `<div class="tester-mark" role="region" aria-label="Preview">
<p><strong>Preview.</strong> ${escapeHtml(label)}, set <code>${state.set.id}</code>, until ${toShownTime(until)}. Visitors do not see it.</p>
<form method="post" action="${endPath}"><button>Back to the live site</button></form>
</div>
`;
  return nameRegions(html, state.set.versions)
    .replace("</head>", () => `<link rel="stylesheet" href="${testerStylePath}">\n</head>`)
    .replace(contentStart, () => `${mark}${contentStart}`);
}
