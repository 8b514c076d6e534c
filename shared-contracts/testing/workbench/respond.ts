import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toSourcePlace } from "../../release-checks/to-source-place.ts";
import { type BenchData, benchDataId } from "./bench-data.ts";
import { composePreview } from "./compose-preview.ts";
import type { RenderReport } from "./build-status.ts";
import { escapeHtml } from "./escape-html.ts";
import { answerFakeApi } from "./fake-api.ts";
import { hostPath } from "./host-bundle.ts";
import { fontPath, toPreviewDocument } from "./preview-document.ts";
import { parseSettings, type Settings } from "./settings.ts";
import type { Snapshot } from "./snapshot.ts";

/** The typeface is the shell's own dependency; without it the page falls back as it does for visitors. */
const fontFile = join(
  import.meta.dirname,
  "../../../shell/node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2",
);

const types: Record<string, string> = {
  js: "text/javascript",
  css: "text/css",
  map: "application/json",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  html: "text/html",
  txt: "text/plain",
  json: "application/json",
};

const uiPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface RespondOptions {
  host: ReadonlyMap<string, Buffer>;
  /** The builds that may still be asked for, by version. */
  snapshots: ReadonlyMap<string, Snapshot>;
  latest: Snapshot | undefined;
  /** What the page of the workbench begins with. */
  readBench(): BenchData;
}

/**
 * Answers one GET of the workbench; the build events are streamed elsewhere.
 * @param destination what the browser wants the answer for, from `Sec-Fetch-Dest`
 */
export async function respond(url: URL, destination: string | undefined, options: RespondOptions): Promise<Answer> {
  const { pathname } = url;
  const { host, latest } = options;
  if (pathname === "/")
    return toAnswer("html", toShellHtml(latest?.name ?? "…", options.readBench()), {
      "content-security-policy": uiPolicy,
    });
  if (pathname === "/preview") return answerPreview(url, options);
  if (pathname === `${hostPath}place`) return toAnswer("txt", findPlace(url.searchParams.getAll("at"), options));
  if (pathname === `${hostPath}report`) return answerReport(url, latest);
  if (pathname === fontPath && existsSync(fontFile))
    return toAnswer("woff2", readFileSync(fontFile), { "cache-control": "max-age=31536000" });
  if (pathname === "/favicon.ico") return { status: 204, headers: {}, body: "" };
  const own = pathname.startsWith(hostPath)
    ? host.get(pathname.slice(hostPath.length))
    : findReleaseFile(pathname, options);
  if (own) return toAnswer(pathname.split(".").at(-1) ?? "", own);
  const api = answerFakeApi(pathname);
  if (api !== undefined) return toAnswer("json", api);
  // Pictures are the shell's, whether files or made for a request.
  if (pathname.startsWith("/assets/") || destination === "image") return toAnswer("svg", toPlaceholderImage(pathname));
  // With the status 204 a frame keeps its document, as for a download.
  if (destination === "iframe") return { status: 204, headers: {}, body: "" };
  return { ...answerNote(`There is no ${pathname} in the workbench: this remote runs alone.`), status: 404 };
}

async function answerPreview(url: URL, { host, latest }: RespondOptions): Promise<Answer> {
  if (!latest) return answerNote("The remote has not been built yet.");
  const settings = parseSettings(url.searchParams);
  const preview = await composePreview(latest, settings);
  const { html, policy } = toPreviewDocument({ preview, settings, snapshot: latest, host });
  return toAnswer("html", html, { "content-security-policy": policy });
}

async function answerReport(url: URL, latest: Snapshot | undefined): Promise<Answer> {
  if (!latest) return { status: 503, headers: {}, body: "" };
  const started = performance.now();
  const settings = parseSettings(url.searchParams);
  const preview = await composePreview(latest, settings);
  const report: RenderReport = {
    version: latest.version,
    bytes: Buffer.byteLength(preview.html),
    milliseconds: performance.now() - started,
    empty: preview.isEmpty ? explainEmptiness(settings) : undefined,
    title: preview.head?.title,
    description: preview.head?.description,
    problems: preview.problems,
  };
  return toAnswer("json", JSON.stringify(report));
}

function explainEmptiness({ expose, name, path, rule, variant }: Settings): string {
  const inVariant = variant === "" ? "" : ` in the variant ${variant}`;
  return `${expose} renders nothing on the route ${name} (${path}) for the country rule ${rule}${inVariant}. Choose another page, country rule or variant.`;
}

/** The innermost line of the remote's own sources among places of its scripts. */
function findPlace(frames: readonly string[], { snapshots }: RespondOptions): string {
  const places = frames.flatMap((frame) => {
    const [, version = "", script = "", line, column] =
      /^\/_release\/[^/]+\/([^/]+)\/([^/]+):(\d+):(\d+)$/.exec(frame) ?? [];
    const files = snapshots.get(version)?.files;
    if (!files) return [];
    const position = { line: Number(line), column: Number(column) };
    const place = toSourcePlace({ release: { serverEntry: script }, files }, [position]);
    const file = place.file?.replace(/^webpack:\/\/[^/]+\/(\.\/)?/, "");
    return [[file, place.line, place.column].filter((part) => part !== undefined).join(":")];
  });
  return places.find((place) => place.startsWith("src/")) ?? places[0] ?? "";
}

function findReleaseFile(pathname: string, { snapshots }: RespondOptions): Buffer | undefined {
  const [, name, version = "", file = ""] = /^\/_release\/([a-z0-9-]+)\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  const snapshot = snapshots.get(version);
  return snapshot?.name === name ? snapshot?.files.get(file) : undefined;
}

function answerNote(text: string): Answer {
  return toAnswer(
    "html",
    `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="dark"><title>Workbench</title><p>${escapeHtml(text)}</p>`,
    {
      "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
    },
  );
}

function toAnswer(extension: string, body: string | Buffer, headers: Record<string, string> = {}): Answer {
  const type = types[extension] ?? "application/octet-stream";
  return {
    status: 200,
    headers: {
      "content-type": /^(text|application)/.test(type) ? `${type}; charset=utf-8` : type,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
    body,
  };
}

function toShellHtml(remote: string, bench: BenchData): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>Workbench of remote-${escapeHtml(remote)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${hostPath}ui.css">
</head>
<body>
<div id="workbench"><noscript>The workbench needs JavaScript; the remote in it does not.</noscript></div>
<script type="application/json" id="${benchDataId}">${JSON.stringify(bench).replaceAll("<", "\\u003c")}</script>
<script src="${hostPath}ui.js" defer></script>
</body>
</html>
`;
}

/** Pictures belong to the shell; here each is a box with its name. */
function toPlaceholderImage(pathname: string): string {
  const label = escapeHtml(pathname.split("/").at(-1) ?? "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 48"><rect x=".5" y=".5" width="179" height="47" rx="6" fill="#22302b" stroke="#6b7b74"/><text x="90" y="29" fill="#b5bdb6" font-family="monospace" font-size="14" text-anchor="middle">${label}</text></svg>`;
}
