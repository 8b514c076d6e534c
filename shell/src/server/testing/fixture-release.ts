import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toContentVersion } from "@site/contracts/releases/content-version";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { layoutFile } from "@site/contracts/pages/layout";
import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseExpose } from "@site/contracts/releases/release";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { toIslandParts } from "@site/contracts/names/island-name";
import { contractVersion } from "@site/contracts/releases/share-scope";
import { layout } from "../../layout/layout.ts";

/** How a test's release differs from a good one. */
export interface FixtureOptions {
  /** The source of the server file, CommonJS. */
  server?: string;
  exposes?: readonly (Partial<ReleaseExpose> & { key: string })[];
  /** Files beside those every release has, by path. */
  files?: Readonly<Record<string, string | Buffer>>;
  contract?: string;
  shared?: Readonly<Record<string, string>>;
  /** Fields written over the manifest, before its version is computed. */
  document?: Readonly<Record<string, unknown>>;
  /** The version of the package, such as `2.0.0`. */
  packageVersion?: string;
  /** The version to claim; otherwise the content's own. */
  version?: string;
}

/** A release folder on disk. */
export interface FixtureRelease {
  name: PackageName;
  version: string;
  folder: string;
}

/** The packages of the site, in the order in which a test's store admits them. */
export const fixturePackages = ["shell", "navigation", "download", "support-chat", "content", "compliance"] as const;
/** The versions of these packages, and of additional ones. */
export type FixtureVersions = SetVersions & Record<(typeof fixturePackages)[number], string>;

/** The keys of all islands that the layout needs of a package. */
export function listExposeKeys(name: PackageName): string[] {
  const islands = new Set([
    ...Object.values(layout.frame),
    ...layout.routes.map((route) => route.page),
    layout.error.page,
  ]);
  return [...islands]
    .map(toIslandParts)
    .filter(({ owner }) => owner === name)
    .map(({ expose }) => expose);
}

/**
 * A server file whose islands render their names and the path of the page. `render` is a function body that gets `key`, `id` and
 * `context`, and may return an island of its own.
 */
export function toServerSource(label: string, render = ""): string {
  return `
const escape = (text) => text.replaceAll(/[&<>"']/g, (one) => "&#" + one.charCodeAt(0) + ";");
const own = (key, id, context) => { ${render} };
exports.render = (key, id, context) => own(key, id, context) ?? {
  html: '<section class="fixture">' + ${JSON.stringify(label)} + " " + key + " on " + escape(context.page.path) + "</section>",
  head: { title: "Title of " + context.page.name, description: "About " + context.page.name },
  readsVisitor: false,
};
`;
}

const shellFiles = {
  [layoutFile]: JSON.stringify(layout),
  "server/shared.cjs": "exports.sharedModules = {};",
  "browser/boot.js": "document.documentElement.dataset.boot = '1';",
  "browser/base.css": "@layer reset,tokens,base,remote,override;",
  "browser/font.css": "@font-face{font-family:F;src:url(./archivo.woff2)}",
  "browser/assets/favicon.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
};

/** Adds `describe`, `messages` and `head` that agree with the manifest to a server file, unless it exports `describe`. */
function toDescribed(source: string, exposes: readonly ReleaseExpose[], head: unknown): string {
  if (source.includes("exports.describe")) return source;
  const islands = exposes.map(({ js: _js, css: _css, ...expose }) => ({ ...expose, router: false }));
  const lines = [
    `exports.describe = () => (${JSON.stringify(islands)});`,
    "exports.messages = () => ({});",
    ...(head === undefined ? [] : [`exports.head = ${JSON.stringify(head)};`]),
  ];
  return `${source}\n${lines.join("\n")}\n`;
}

/** Writes a built release that passes the release checks, unless its options break it. */
export async function writeFixtureRelease(
  name: PackageName,
  folder: string,
  options: FixtureOptions = {},
): Promise<FixtureRelease> {
  const entry = name === "shell" ? "browser/core.js" : "browser/remoteEntry.js";
  const asked: NonNullable<FixtureOptions["exposes"]> = options.exposes ?? listExposeKeys(name).map((key) => ({ key }));
  const exposes = asked.map((expose): ReleaseExpose => ({
    hydrate: "interaction",
    data: [],
    js: expose.hydrate === "never" ? [] : ["browser/island.js"],
    css: [],
    ...expose,
  }));
  const contents: Record<string, string | Buffer> = {
    "browser/island.js": "globalThis.island = true;",
    [entry]: `globalThis.fixture = ${JSON.stringify(name)};`,
    "server/entry.cjs": toDescribed(options.server ?? toServerSource(name), exposes, options.document?.["head"]),
    ...(name === "shell" ? shellFiles : {}),
    ...options.files,
  };
  const files = Object.fromEntries(
    Object.entries(contents).map(([file, content]) => {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      return [file, { integrity: toIntegrity(bytes), size: bytes.length }];
    }),
  );
  const content = {
    _type: "release",
    schemaVersion: 1,
    name,
    contract: options.contract ?? contractVersion,
    exposes,
    shared: { ...(options.shared ?? { react: "^19.0.0" }) },
    files,
    entry,
    serverEntry: "server/entry.cjs",
    ...options.document,
  } as const;
  const version = options.version ?? toContentVersion(options.packageVersion ?? "1.0.0", content);
  for (const [file, bytes] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), bytes);
  }
  await writeFile(join(folder, "release.json"), JSON.stringify({ ...content, version }));
  return { name, version, folder };
}

/** A release with a head fragment: `size` bytes of script, and `body` as the code that renders it. */
export function toHeadOptions({ size = 1, body = "" }: { size?: number; body?: string }): FixtureOptions {
  return {
    document: { head: { script: "browser/head.js", vendors: [] } },
    files: { "browser/head.js": "x".repeat(size) },
    server: toServerSource("compliance", `if (key === "head") { ${body} }`),
  };
}
