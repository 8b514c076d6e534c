import { mkdtempSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { toContentVersion } from "@site/contracts/content-version";
import { toIntegrity } from "@site/contracts/integrity";
import { layoutFile } from "@site/contracts/layout";
import type { PackageName } from "@site/contracts/package-name";
import type { Release, ReleaseExpose } from "@site/contracts/release";
import type { SetVersions } from "@site/contracts/release-set";
import { toIslandParts } from "@site/contracts/remote";
import { contractVersion } from "@site/contracts/share-scope";
import { siteConfigs } from "../../../sites/sites.ts";
import { layout } from "../../layout/layout.ts";
import { type App, type AppOptions, createApp } from "../app.ts";
import { openDataStore } from "../data/data-store.ts";
import { createComposer } from "../compose/composer.ts";
import { createFileStore } from "./file-store.ts";
import { type LoadedRelease, loadRelease } from "./release-files.ts";
import type { ReleaseStore } from "./release-store.ts";
import { type KeyRing, loadKeyRing } from "./signing.ts";
import { markStore } from "./store-marker.ts";

/** What a test's release differs in from a good one. */
export interface FixtureOptions {
  /** The source of the server file, CommonJS. */
  server?: string;
  exposes?: readonly (Partial<ReleaseExpose> & { key: string })[];
  /** Files beside those every release has, by path. */
  files?: Readonly<Record<string, string>>;
  contract?: string;
  shared?: Readonly<Record<string, string>>;
  /** Fields written over the finished document, before it is signed. */
  document?: Readonly<Record<string, unknown>>;
  /** Whose key signs it; the package's own unless said otherwise. */
  signedBy?: PackageName;
  /** The version to claim; otherwise the content's own. */
  version?: string;
}

/** A release folder on disk. */
export interface FixtureRelease {
  name: PackageName;
  version: string;
  folder: string;
}

/** The packages of the site as it is built, in the order in which a test's store takes them in. */
export const fixturePackages = ["shell", "navigation", "download", "support-chat", "content", "compliance"] as const;
type FixturePackage = (typeof fixturePackages)[number];

/** The keys of every island the layout asks of a package. */
export function listExposeKeys(name: PackageName): string[] {
  const islands = new Set([...Object.values(layout.frame), ...layout.routes.map((route) => route.page), layout.error.page]);
  return [...islands].map(toIslandParts).filter(({ owner }) => owner === name).map(({ expose }) => expose);
}

/**
 * A server file whose islands say who and where they are. `render` is a function body that gets `key`, `id` and
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
  "browser/assets/favicon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
};

/** A server file that says of its release what the manifest says, unless it says something itself. */
function toDescribed(source: string, exposes: readonly ReleaseExpose[], head: unknown): string {
  if (source.includes("exports.describe")) return source;
  const islands = exposes.map(({ js: _js, css: _css, ...expose }) => ({ ...expose, router: false }));
  const lines = [`exports.describe = () => (${JSON.stringify(islands)});`, "exports.messages = () => ({});", ...(head === undefined ? [] : [`exports.head = ${JSON.stringify(head)};`])];
  return `${source}\n${lines.join("\n")}\n`;
}

/** Writes a signed release folder that a store admits and that passes the release checks, unless told otherwise. */
export async function writeFixtureRelease(name: PackageName, folder: string, keys: KeyRing, options: FixtureOptions = {}): Promise<FixtureRelease> {
  const entry = name === "shell" ? "browser/core.js" : "browser/remoteEntry.js";
  const asked: NonNullable<FixtureOptions["exposes"]> = options.exposes ?? listExposeKeys(name).map((key) => ({ key }));
  const exposes = asked.map(
    (expose): ReleaseExpose => ({ hydrate: "interaction", data: [], js: expose.hydrate === "never" ? [] : ["browser/island.js"], css: [], ...expose }),
  );
  const contents: Record<string, string> = {
    "browser/island.js": "globalThis.island = true;",
    [entry]: `globalThis.fixture = ${JSON.stringify(name)};`,
    "server/entry.cjs": toDescribed(options.server ?? toServerSource(name), exposes, options.document?.["head"]),
    ...(name === "shell" ? shellFiles : {}),
    ...options.files,
  };
  const files = Object.fromEntries(
    Object.entries(contents).map(([file, text]) => [file, { integrity: toIntegrity(Buffer.from(text)), size: Buffer.byteLength(text) }]),
  );
  const content = { name, contract: options.contract ?? contractVersion, exposes, shared: { ...(options.shared ?? { react: "^19.0.0" }) }, files };
  const finished = { ...content, entry, serverEntry: "server/entry.cjs", builtAt: "2026-01-01T00:00:00.000Z", ...options.document };
  const release: Release = { ...finished, version: options.version ?? toContentVersion("1.0.0", finished) };
  for (const [file, text] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const document = JSON.stringify({ ...release, ...options.document });
  await writeFile(join(folder, "release.json"), document);
  await writeFile(join(folder, "release.sig"), keys.sign(options.signedBy ?? name, Buffer.from(document)));
  return { name, version: release.version, folder };
}

/** Teams' keys and a folder for what a test makes; everything is gone after `remove`. */
export interface FixtureBench {
  /** A store's folder: keys, releases, channels. */
  root: string;
  keys: KeyRing;
  store: ReleaseStore;
  /** Writes a release into a folder of its own, outside the store. */
  write(name: PackageName, options?: FixtureOptions): Promise<FixtureRelease>;
  /** Writes a release and verifies it, as the store would give it. */
  load(name: PackageName, options?: FixtureOptions): Promise<LoadedRelease>;
  /** Writes a release, admits it and makes it live beside the others' present releases. */
  release(name: PackageName, options?: FixtureOptions): Promise<FixtureRelease>;
  /** Releases the packages of the site and those that are told of beside, each as told. */
  releaseAll(options?: Readonly<Record<PackageName, FixtureOptions>>): Promise<SetVersions & Record<FixturePackage, string>>;
  remove(): Promise<void>;
}

/** A file store in a temporary folder with keys of its own. */
export function createFixtureBench(): FixtureBench {
  const root = mkdtempSync(join(tmpdir(), "release-fixture-"));
  markStore(root);
  const keys = loadKeyRing(root);
  const store = createFileStore(root, keys);
  let written = 0;

  const write: FixtureBench["write"] = (name, options) => {
    written += 1;
    return writeFixtureRelease(name, join(root, "written", String(written), name), keys, options);
  };

  return {
    root,
    keys,
    store,
    write,
    async load(name, options) {
      return loadRelease((await write(name, options)).folder, name, keys);
    },
    async release(name, options) {
      const fixture = await write(name, options);
      await store.admit(name, fixture.version, fixture.folder);
      const current = await store.current();
      if (!current) throw new Error("release all packages first");
      await store.advance(current.set.revision, { ...current.set.versions, [name]: fixture.version }, { by: "test", why: `a release of ${name}` });
      return fixture;
    },
    async releaseAll(options = {}) {
      const admit = async (name: PackageName): Promise<string> => {
        const { version, folder } = await write(name, options[name]);
        await store.admit(name, version, folder);
        return version;
      };
      const versions: SetVersions & Record<FixturePackage, string> = {
        shell: await admit("shell"),
        navigation: await admit("navigation"),
        download: await admit("download"),
        "support-chat": await admit("support-chat"),
        content: await admit("content"),
        compliance: await admit("compliance"),
      };
      for (const name of Object.keys(options)) versions[name] ??= await admit(name);
      const current = await store.current();
      await store.advance(current?.set.revision ?? 0, versions, { by: "test", why: "all packages" });
      return versions;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** A server of the bench's releases, composed and without a port; close it with its `close`. */
export interface FixtureApp extends App {
  close(): Promise<void>;
}

/** Starts the whole server on a bench: real store, real render processes, the site's own data unless the test has some. */
export async function createFixtureApp(bench: FixtureBench, options: Partial<AppOptions> = {}): Promise<FixtureApp> {
  const composer = options.composer ?? createComposer({ site: options.site ?? siteConfigs.GGPPH, workAhead: false });
  const app = await createApp({
    site: siteConfigs.GGPPH,
    store: bench.store,
    edge: "none",
    trustedProxies: [],
    workAhead: false,
    logLevel: "silent",
    openData: (onRefused) =>
      openDataStore({
        folder: join(bench.root, "data"),
        defaults: join(import.meta.dirname, "../../../data"),
        onRefused: (error) => onRefused(error.message, String(error.details["document"])),
      }),
    ...options,
    composer,
  });
  return {
    ...app,
    async close() {
      await app.server.close();
      await composer.close();
    },
  };
}
