import { toShownTime } from "./shown-time.ts";
import { escapeHtml } from "../pages/remote-text.ts";
import type { OverriddenSet } from "../live/pick-set.ts";

/** Where a tester leaves the asked set, by a form. */
export const endPath = "/-/override/end";

/** The style sheet of the mark, and of the pages of {@link endPath} and its neighbours. */
export const testerStylePath = "/-/testers.css";

/** Where a page's own content begins. What stands before it is outside of all islands. */
const contentStart = '<div id="app">';

/** A page with a mark above its content: what it shows, until when, and the way back to the live site. */
export function markPage(html: string, { label, until, state }: OverriddenSet): string {
  const mark = `<div class="tester-mark" role="region" aria-label="Preview">
<p><strong>Preview.</strong> ${escapeHtml(label)}, set <code>${state.set.id}</code>, until ${toShownTime(until)}. Visitors do not see it.</p>
<form method="post" action="${endPath}"><button>Back to the live site</button></form>
</div>
`;
  return html
    .replace("</head>", () => `<link rel="stylesheet" href="${testerStylePath}">\n</head>`)
    .replace(contentStart, () => `${mark}${contentStart}`);
}
