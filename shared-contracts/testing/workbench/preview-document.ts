import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageStyles } from "../../build/page-styles.ts";
import { toReleasePath } from "../../src/releases/browser-set.ts";
import { toIntegrity } from "../../src/releases/integrity.server.ts";
import type { IslandDataName } from "../../src/documents/data-documents.ts";
import type { PageState } from "../../src/pages/payload.ts";
import { toIslandParts } from "../../src/names/island-name.ts";
import type { Preview } from "./compose-preview.ts";
import { escapeHtml, toInlineJson } from "./escape-html.ts";
import { hostPath } from "./host-bundle.ts";
import type { PreviewSet } from "./preview-set.ts";
import type { Settings } from "./settings.ts";
import { type Snapshot, toBrowserRelease } from "./snapshot.ts";

const cssFolder = join(import.meta.dirname, "../../css");

/** Where the site's font is served, when it is installed. */
export const fontPath = "/archivo.woff2";

export interface PreviewDocument {
  html: string;
  policy: string;
}

export interface PreviewInput {
  preview: Preview;
  settings: Settings;
  snapshot: Snapshot;
  /** The files of the fake shell. */
  host: ReadonlyMap<string, Buffer>;
}

/** Writes the document around an island as the shell does: container, data, boot, and a policy with their hashes. */
export function toPreviewDocument({ preview, settings, snapshot, host }: PreviewInput): PreviewDocument {
  const css = toStyles(preview, snapshot);
  const boot = host.get("boot.js")?.toString("utf8").trim() ?? "";
  const { head, context } = preview;
  const title = head?.title ?? preview.island;
  const address = `${context.locale.prefix}${context.page.path}${settings.search === "" ? "" : `?${settings.search}`}`;
  const platform = settings.device === "none" ? "" : ` data-platform="${settings.device}"`;
  const state = toInlineJson(toState(preview, title));
  const set = toInlineJson(toSet(snapshot, host));
  const body = toBody(preview);
  const mark = toMark([state, set, css, title, address, body]);
  const html = `<!doctype html>
<html lang="${escapeHtml(context.locale.languageTag)}"${platform} data-address="${escapeHtml(address)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<script data-page="${mark}">${boot}</script>
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(head?.description ?? "")}">
<meta name="color-scheme" content="dark">
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<div id="app">${body}</div>
<div id="announcer" class="visually-hidden" role="status"></div>
<script type="application/json" class="${mark}" id="site-state">${state}</script>
<script type="application/json" class="${mark}" id="site-set">${set}</script>
</body>
</html>
`;
  return { html, policy: toPolicy(boot, css) };
}

/** The class by which boot and core know the data that the workbench inlined from a forgery in a remote's HTML: a hash of the page, as in the shell. */
function toMark(texts: readonly string[]): string {
  return `p${createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, 15)}`;
}

function toBody({ html, head, island, exposes }: Preview): string {
  if (head) {
    return `<main id="content" tabindex="-1"><h1 class="visually-hidden">${escapeHtml(head.heading ?? head.title)}</h1>${html}</main>`;
  }
  const { expose } = toIslandParts(island);
  return exposes.some(({ key, variants }) => key === expose && variants)
    ? `<div class="workbench-stage">${html}</div>`
    : html;
}

function toState({ context, islands, exposes }: Preview, title: string): PageState {
  const needed = new Set<IslandDataName>(
    exposes.filter(({ hydrate }) => hydrate !== "never").flatMap(({ data }) => data),
  );
  const { site, locale, page, visitor, data } = context;
  return {
    site,
    locale,
    page,
    visitor,
    title,
    data: Object.fromEntries([...needed].map((name) => [name, data[name]])),
    vendors: {},
    islands,
    styles: [],
  };
}

function toSet(snapshot: Snapshot, host: ReadonlyMap<string, Buffer>): PreviewSet {
  const release = toBrowserRelease(snapshot);
  const own = [...host].filter(([file]) => file.endsWith(".js") && file !== "ui.js" && file !== "boot.js");
  return {
    format: 0,
    packages: { [snapshot.name]: release },
    scripts: {
      ...Object.fromEntries(
        Object.entries(release.scripts).map(([file, hash]) => [
          `${toReleasePath(snapshot.name, release.version)}${file}`,
          hash,
        ]),
      ),
      ...Object.fromEntries(own.map(([file, bytes]) => [`${hostPath}${file}`, toIntegrity(bytes)])),
    },
    core: `${hostPath}core.js`,
  };
}

/** The site's own styles, read at each request, those of the workbench, and those of the islands in their layer. */
function toStyles({ exposes }: Preview, { files }: Snapshot): string {
  const islands = [...new Set(exposes.flatMap(({ css }) => css))].map((file) => {
    const css = files.get(file)?.toString("utf8") ?? "";
    return `@layer remote{${css.replaceAll(/\/\*# sourceMappingURL=.*?\*\//g, "")}}`;
  });
  const font = read(join(cssFolder, "font.css")).replace("./archivo.woff2", fontPath);
  const css = [...pageStyles.map(read), font, read(join(import.meta.dirname, "preview/preview.css")), ...islands].join(
    "\n",
  );
  // Escapes the slash of `</style`, which would end the element: in a string or an address the escape means the same slash.
  return css.replaceAll("</", "<\\/");
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

/**
 * The policy of a page of the site, except that the workbench may frame it. The second policy applies beside the first, so that
 * a script that runs already cannot load code of another host.
 */
function toPolicy(boot: string, css: string): string {
  const content = [
    "default-src 'none'",
    `script-src ${toSource(boot)} 'strict-dynamic'`,
    `style-src 'self' ${toSource(css)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types default site",
  ].join("; ");
  return `${content}, script-src ${toSource(boot)} 'self'`;
}

function toSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
