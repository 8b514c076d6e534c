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

/** A page whose regions say their remote, its version and its owner. */
function nameRegions(html: string, { state, owners }: OverriddenSet): string {
  const { versions } = state.set;
  return html.replaceAll(regionStart, (start, name: string) => {
    const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
    if (version === undefined) return start;
    const owner = Object.hasOwn(owners, name) ? ` data-owner="${escapeHtml(owners[name] ?? "")}"` : "";
    return `${start} data-remote="${name}" data-version="${version}"${owner}`;
  });
}

/**
 * A page for a person who signed in: each region says its remote, version and owner. Above the content of one with asked releases stands a mark:
 * what it shows, until when, and the way back to the live site.
 */
export function markPage(html: string, overridden: OverriddenSet): string {
  const page = nameRegions(html, overridden);
  const { asked, state } = overridden;
  if (!asked) return page;
  const mark = `<div class="tester-mark" role="region" aria-label="Preview">
<p><strong>Preview.</strong> ${escapeHtml(asked.label)}, set <code>${state.set.id}</code>, until ${toShownTime(asked.until)}. Visitors do not see it.</p>
<form method="post" action="${endPath}"><button>Back to the live site</button></form>
</div>
`;
  return page
    .replace("</head>", () => `<link rel="stylesheet" href="${testerStylePath}">\n</head>`)
    .replace(contentStart, () => `${mark}${contentStart}`);
}
