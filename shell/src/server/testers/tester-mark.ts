import type { BrowserSet } from "@site/contracts/releases/browser-set";
import {
  breakEndPath,
  overlayButtonId,
  testerFactsId,
  toBreakText,
  toOverrideLink,
} from "../../layout/tester-facts.ts";
import { toShownTime } from "./shown-time.ts";
import { escapeHtml, toInlineJson } from "../pages/remote-text.ts";
import type { Audience, OverriddenSet } from "../live/pick-set.ts";
import { breakDocument } from "./break-page.ts";
import type { ChangedStyle } from "./break-styles.ts";
import { changeData } from "./change-data.ts";
import { earlyScript, earlyScriptSource } from "./early-script.ts";
import { nameRegions } from "./name-regions.ts";
import { findOverlay, type OverlayFile } from "./overlay-file.ts";
import { toTesterFormat } from "./tester-format.ts";
import { toTesterFacts } from "./to-tester-facts.ts";

/** The path of the form by which a tester ends an override. */
export const endPath = "/-/override/end";

/** The style sheet of the mark, and of the pages of {@link endPath} and its neighbours. */
export const testerStylePath = "/-/testers.css";

/** The start of a page's own content. Elements before it are outside of all islands. */
const contentStart = '<div id="app">';

/** The sentence of the mark about who sees the set of an override. */
const audienceTexts: Readonly<Record<Audience, string>> = {
  testers: "Visitors do not see it.",
  canary: "Visitors of the canary see it too.",
  visitors: "It is live: visitors see it too.",
};

/** A page as visitors get it, and additions for a signed-in person. */
export interface UnmarkedPage {
  html: string;
  overridden: OverriddenSet;
  /** The requested path, with its query. */
  path: string;
  /** Render times of its slots in milliseconds, as far as they are known. */
  times: ReadonlyMap<string, number>;
}

/** A page for a signed-in person, and the script in it that its policy has to allow. */
export interface MarkedPage {
  html: string;
  overlay: OverlayFile | undefined;
  /** The change of its style sheet, if there is one. */
  style: ChangedStyle | undefined;
}

/**
 * A page for a signed-in person: each region has its remote, version and owner as attributes, and the overlay's script is in its head. Above the
 * content of a page with requested releases, or with a broken remote, is a mark: what it shows, until when, and the link back to the live site.
 */
export function markPage({ html, overridden, path, times }: UnmarkedPage): MarkedPage {
  const { asked, broken, state } = overridden;
  const overlay = findOverlay(state);
  const { html: shown, style }: ReturnType<typeof breakDocument> = broken
    ? breakDocument(html, broken, state)
    : { html };
  const page = nameRegions(shown, overridden, times);
  const isMarked = asked !== undefined || broken !== undefined;
  const head = [
    isMarked && `<link rel="stylesheet" href="${testerStylePath}">\n`,
    overlay && toOverlayTags(overridden, overlay),
  ];
  return {
    overlay,
    style,
    html: (isMarked ? nameFormat(page, overridden) : page)
      .replace("</head>", () => `${head.filter(Boolean).join("")}</head>`)
      .replace(contentStart, () => `${isMarked ? toMark(overridden, path, overlay !== undefined) : ""}${contentStart}`),
  };
}

/** Gives the document the format of its override: a soft navigation then shows no payload of another override. */
function nameFormat(html: string, overridden: OverriddenSet): string {
  return changeData<BrowserSet>(html, "site-set", (set) => ({ ...set, format: toTesterFormat(overridden) }));
}

/**
 * The policy of a page that has the overlay: in addition it allows exactly the bytes of that script, and of the inline script that records
 * events until the overlay runs. An inline script needs both policies of the header; the second one allows a file by its address.
 */
export function allowOverlay(policy: string, { integrity }: OverlayFile): string {
  return policy
    .replaceAll("script-src ", `script-src ${earlyScriptSource} `)
    .replace("script-src ", `script-src '${integrity}' `);
}

/** With CORS, which a page's integrity policy requires for scripts. */
function toOverlayTags(overridden: OverriddenSet, { url, integrity }: OverlayFile): string {
  return `<script type="application/json" id="${testerFactsId}">${toInlineJson(toTesterFacts(overridden))}</script>
<script>${earlyScript}</script>
<script async crossorigin="anonymous" src="${url}" integrity="${integrity}"></script>
`;
}

function toMark({ asked, broken, state }: OverriddenSet, path: string, hasOverlay: boolean): string {
  const lines = [
    ...(asked
      ? [
          `<p><strong>Preview.</strong> ${escapeHtml(asked.label)}, set <code>${state.set.id}</code>, until ${toShownTime(asked.until)}. ${audienceTexts[asked.seenBy]} <a href="${escapeHtml(toOverrideLink(asked.versions, path))}">Link to share</a></p>`,
        ]
      : []),
    ...(broken
      ? [
          `<p><strong>Broken on purpose.</strong> The ${toBreakText(broken.remote, broken.how)}, until ${toShownTime(broken.until)}. Visitors get all as always.</p>`,
        ]
      : []),
  ];
  const buttons = [
    // The overlay enables the button: without its script, a press would have no effect.
    ...(hasOverlay ? [`<button type="button" class="plain" id="${overlayButtonId}" disabled>Overlay</button>`] : []),
    ...(broken
      ? [`<form method="post" action="${breakEndPath}"><button class="plain">Mend ${broken.remote}</button></form>`]
      : []),
    ...(asked ? [`<form method="post" action="${endPath}"><button>Back to the live site</button></form>`] : []),
  ];
  return `<div class="tester-mark" role="region" aria-label="${asked ? "Preview" : "Broken on purpose"}">
<div>${lines.join("\n")}</div>
<div class="tester-buttons">${buttons.join("\n")}</div>
</div>
`;
}
