import { mkdtempSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { toContentVersion } from "@site/contracts/releases/content-version";
import { integrityToDigest } from "@site/contracts/releases/digest";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { layoutFile } from "@site/contracts/pages/layout";
import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseExpose } from "@site/contracts/releases/release";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { toIslandParts } from "@site/contracts/names/island-name";
import { contractVersion } from "@site/contracts/releases/share-scope";
import { layout } from "../../layout/layout.ts";
import type { Blobs } from "../releases/storage/blobs.ts";
import { createFileBlobs, toBlobPath } from "../releases/storage/file-blobs.ts";
import { openFileLogs } from "../releases/storage/file-channel-log.ts";
import { toStorePlaces } from "../releases/open-store.ts";
import { readRelease } from "../releases/release-files.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";
import { createSignedStore, type SignedStoreOptions } from "../releases/signed-store.ts";
import { markStore } from "../releases/store-marker.ts";
import { createStoreFiller } from "./filled-stores.ts";
import { createFixtureTrust, createTestIdentities, type FixtureTrust } from "./fixture-trust.ts";
import type { Identities } from "../releases/trust/create-identities.ts";
import { toKeyFile } from "../releases/trust/key-files.ts";

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

/** A store with keys of its own and a folder for a test's files; `remove` deletes all of it. */
export interface FixtureBench {
  /** The folder of the store. Trust list, keys and memory stand beside it. */
  root: string;
  trust: FixtureTrust;
  store: ReleaseStore;
  /** The same store opened as by a server, so that releases are read from disk and not from the operator's memory. */
  serverStore: ReleaseStore;
  blobs: Blobs;
  /** Writes a built release into a folder of its own, outside the store. */
  write(name: PackageName, options?: FixtureOptions): Promise<FixtureRelease>;
  /** Writes a release and loads it verified, as the store would. */
  load(name: PackageName, options?: FixtureOptions): Promise<LoadedRelease>;
  /** Admits a release that was written, and signs that it was checked beside what is live. */
  take(fixture: FixtureRelease): Promise<void>;
  /** Writes a release and admits it. */
  admit(name: PackageName, options?: FixtureOptions): Promise<FixtureRelease>;
  /** Writes a release, admits it and makes it live beside the others' present releases. */
  release(name: PackageName, options?: FixtureOptions): Promise<FixtureRelease>;
  /** Releases the packages of the site and additional ones, each with the given options. */
  releaseAll(options?: Readonly<Record<PackageName, FixtureOptions>>): Promise<FixtureVersions>;
  /** Makes versions live, as an operator does with a checked set. */
  advance(versions: SetVersions): Promise<RevisionRecord>;
  /** Another client of the same store, as another process would have. */
  reopen(options?: Partial<SignedStoreOptions>): ReleaseStore;
  /** Changes the stored bytes of a release's file; without bytes, removes them. */
  damage(release: FixtureRelease, file: string, bytes?: string): Promise<void>;
  /** Writes the trust list and all keys beside the store, for processes of their own. */
  writeIdentities(): Promise<void>;
  remove(): Promise<void>;
}

const teams = [...fixturePackages, "lobby"];
/** The keys of all stores of a test file, so that one can be a copy of another. */
let made: Promise<Identities> | undefined;
const fillStore = createStoreFiller<FixtureVersions>();

/** A store of files in a temporary folder. */
export async function createFixtureBench(): Promise<FixtureBench> {
  const folder = mkdtempSync(join(tmpdir(), "release-fixture-"));
  const storeDir = join(folder, "store");
  markStore(storeDir);
  const trust = await createFixtureTrust({ teams, made: await (made ??= createTestIdentities(teams)) });
  const blobs = createFileBlobs(storeDir);
  const keys = {
    team: async (name: string) => trust.team(name),
    check: async () => trust.check,
    operator: async () => trust.operator,
  };
  const parts = { blobs, openLog: openFileLogs(storeDir), trust: trust.trust, keys };
  const store = createSignedStore(parts);
  let written = 0;

  const write: FixtureBench["write"] = (name, options) => {
    written += 1;
    return writeFixtureRelease(name, join(folder, "written", String(written), name), options);
  };
  const load: FixtureBench["load"] = async (name, options) => readRelease((await write(name, options)).folder, name);
  const take: FixtureBench["take"] = async ({ name, version, folder: from }) => {
    await store.admit(await readRelease(from, name));
    const live = (await store.current())?.set.versions;
    if (live)
      await store.countersign(await store.toSet({ ...live, [name]: version }), { sites: ["GGPPH"], checks: [] });
  };
  const admit: FixtureBench["admit"] = async (name, options) => {
    const fixture = await write(name, options);
    await store.admit(await readRelease(fixture.folder, name));
    return fixture;
  };
  const advance: FixtureBench["advance"] = async (versions) => {
    await store.countersign(await store.toSet(versions), { sites: ["GGPPH"], checks: [] });
    return store.advance((await store.current())?.set.revision ?? 0, versions, { why: "a test" });
  };

  return {
    root: storeDir,
    trust,
    store,
    serverStore: createSignedStore(parts),
    blobs,
    write,
    load,
    admit,
    advance,
    take,
    async release(name, options) {
      const fixture = await admit(name, options);
      const current = await store.current();
      if (!current) throw new Error("release all packages first");
      await advance({ ...current.set.versions, [name]: fixture.version });
      return fixture;
    },
    async releaseAll(options = {}) {
      const toVersion = async (name: PackageName): Promise<string> => (await admit(name, options[name])).version;
      return fillStore(storeDir, JSON.stringify(options), async () => {
        const versions: FixtureVersions = {
          shell: await toVersion("shell"),
          navigation: await toVersion("navigation"),
          download: await toVersion("download"),
          "support-chat": await toVersion("support-chat"),
          content: await toVersion("content"),
          compliance: await toVersion("compliance"),
        };
        for (const name of Object.keys(options)) versions[name] ??= await toVersion(name);
        await advance(versions);
        return versions;
      });
    },
    reopen: (options) => createSignedStore({ ...parts, ...options }),
    async damage({ name, version, folder }, file, bytes) {
      const { release } = await readRelease(folder, name);
      const listed = release.files[file];
      if (!listed) throw new Error(`${name}@${version} has no ${file}`);
      const path = toBlobPath(storeDir, integrityToDigest(listed.integrity));
      if (bytes === undefined) await rm(path);
      else await writeFile(path, bytes);
    },
    async writeIdentities() {
      const { trustDir, keysDir } = toStorePlaces(storeDir);
      await mkdir(trustDir);
      await mkdir(join(keysDir, "teams"), { recursive: true, mode: 0o700 });
      const lists = { "1.root.json": trust.root, "root.json": trust.root, "targets.json": trust.targets };
      for (const [file, list] of Object.entries(lists)) await writeFile(join(trustDir, file), JSON.stringify(list));
      for (const { holder, pem } of trust.identities) await writeFile(toKeyFile(keysDir, holder), pem, { mode: 0o600 });
    },
    // A server that was ended just now may still write.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}
