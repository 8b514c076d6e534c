import { mkdtempSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { integrityToDigest } from "@site/contracts/releases/digest";
import type { PackageName } from "@site/contracts/names/package-name";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { Blobs } from "../releases/storage/blobs.ts";
import { createFileBlobs, toBlobPath } from "../releases/storage/file-blobs.ts";
import { openFileLogs } from "../releases/storage/file-channel-log.ts";
import { toStorePlaces } from "../releases/stores/open-store.ts";
import { readRelease } from "../releases/release-files.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";
import { createSignedStore, type SignedStoreOptions } from "../releases/signed-store/signed-store.ts";
import { markStore } from "../releases/stores/store-marker.ts";
import { createStoreFiller } from "./filled-stores.ts";
import { createFixtureTrust, createTestIdentities, type FixtureTrust } from "./fixture-trust.ts";
import type { Identities } from "../releases/trust/create-identities.ts";
import { toKeyFile } from "../releases/trust/key-files.ts";
import {
  type FixtureOptions,
  type FixtureRelease,
  fixturePackages,
  type FixtureVersions,
  writeFixtureRelease,
} from "./fixture-release.ts";

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
/** The keys of all stores of a process, so that one can be a copy of another. */
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
