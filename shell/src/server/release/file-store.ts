import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, watch } from "node:fs";
import { cp, link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { isPackageName, type PackageName } from "@site/contracts/package-name";
import { versionSchema } from "@site/contracts/release";
import { packageNameSchema } from "@site/contracts/remote";
import { releaseSetSchema, type SetVersions } from "@site/contracts/release-set";
import { isDiskError } from "./disk.ts";
import { loadRelease } from "./release-files.ts";
import type { ReleaseStore, RevisionRecord, StoredRelease } from "./release-store.ts";
import type { KeyRing } from "./signing.ts";

const revisionSchema = v.pipe(v.number(), v.integer(), v.minValue(1));

const recordSchema = v.strictObject({
  set: releaseSetSchema,
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.string(),
  why: v.string(),
  action: v.exactOptional(
    v.variant("kind", [
      v.strictObject({ kind: v.literal("promote") }),
      v.strictObject({ kind: v.literal("rollback"), to: revisionSchema, package: v.exactOptional(packageNameSchema) }),
    ]),
  ),
});

/** How often the channel is looked at beside the folder's own notifications, which some file systems do not send. */
const pollInterval = 1000;

/** Milliseconds after which something in staging belongs to nobody: no command takes an hour. */
const abandonedAfter = 3_600_000;

/** The content address of a set, after which servers name their builds. 16 hexadecimal digits. */
export function toSetId(versions: SetVersions): string {
  return createHash("sha256").update(JSON.stringify(Object.entries(versions).toSorted())).digest("hex").slice(0, 16);
}

/**
 * A release store in a folder. A revision is one file, created under its own number or not at all, so two operators
 * cannot both make revision 7, and a crash leaves either the old revision or the new.
 */
export function createFileStore(storeDir: string, keys: KeyRing): ReleaseStore {
  const releases = join(storeDir, "releases");
  const channel = join(storeDir, "channels", "stable");
  const staging = join(storeDir, "staging");
  for (const folder of [releases, channel, staging]) mkdirSync(folder, { recursive: true });
  sweep(staging);

  const folderOf = (name: PackageName, version: string): string => join(releases, name, version);

  async function revisions(): Promise<number[]> {
    const files = await readdir(channel);
    return files.flatMap((file) => /^(\d+)\.json$/.exec(file)?.[1] ?? []).map(Number).toSorted((a, b) => a - b);
  }

  async function read(revision: number): Promise<RevisionRecord> {
    const path = join(channel, `${revision}.json`);
    try {
      return v.parse(recordSchema, JSON.parse(await readFile(path, "utf8")));
    } catch (cause) {
      throw new SiteError("STORE_CORRUPT", { path }, { cause });
    }
  }

  async function current(): Promise<RevisionRecord | undefined> {
    const last = (await revisions()).at(-1);
    return last === undefined ? undefined : read(last);
  }

  return {
    current,
    async load(name, version) {
      const folder = folderOf(name, version);
      if (!v.is(versionSchema, version) || !existsSync(folder)) throw new SiteError("RELEASE_NOT_FOUND", { release: `${name}@${version}` });
      return loadRelease(folder, name, keys);
    },
    async versions(name) {
      const folder = join(releases, name);
      if (!existsSync(folder)) return [];
      const versions = await readdir(folder);
      const admitted = await Promise.all(versions.map(async (version) => ({ version, at: (await stat(join(folder, version))).mtimeMs })));
      return admitted.toSorted((a, b) => a.at - b.at).map(({ version }) => version);
    },
    async admit(name, version, source) {
      const target = folderOf(name, version);
      if (existsSync(target)) return assertSame(target, source, `${name}@${version}`);
      const aside = join(staging, `${name}-${version}-${randomUUID()}`);
      try {
        await cp(source, aside, { recursive: true });
        await mkdir(join(releases, name), { recursive: true });
        await rename(aside, target);
      } catch (error) {
        await rm(aside, { recursive: true, force: true });
        if (!existsSync(target)) throw error;
        await assertSame(target, source, `${name}@${version}`);
      }
    },
    async releases() {
      const found: StoredRelease[] = [];
      for (const name of await readdir(releases)) {
        for (const version of await readdir(join(releases, name))) {
          const path = folderOf(name, version);
          if (!isPackageName(name) || !v.is(versionSchema, version)) throw new SiteError("STORE_CORRUPT", { path });
          found.push({ name, version, at: (await stat(path)).mtime });
        }
      }
      return found;
    },
    async remove(name, version) {
      const aside = join(staging, `removed-${randomUUID()}`);
      try {
        await rename(folderOf(name, version), aside);
      } catch (error) {
        if (!isDiskError(error, "ENOENT")) throw error;
      }
      await rm(aside, { recursive: true, force: true });
    },
    async advance(expected, versions, note) {
      const actual = (await revisions()).at(-1) ?? 0;
      const conflict = new SiteError("REVISION_CONFLICT", { channel: "stable", actual, expected });
      if (actual !== expected) throw conflict;
      const revision = expected + 1;
      const record = parseRecord({ set: { id: toSetId(versions), revision, versions }, at: new Date().toISOString(), ...note }, revision);
      const aside = join(staging, `revision-${revision}-${randomUUID()}.json`);
      await writeDurably(aside, JSON.stringify(record, null, 2));
      try {
        await link(aside, join(channel, `${revision}.json`));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EEXIST") {
          throw new SiteError("REVISION_CONFLICT", { channel: "stable", actual: revision, expected }, { cause: error });
        }
        throw error;
      } finally {
        await rm(aside, { force: true });
      }
      return record;
    },
    async history({ last = Infinity } = {}) {
      return Promise.all((await revisions()).slice(-last).map(read));
    },
    watch(onChange, signal) {
      const watcher = watch(channel, { signal }, onChange);
      watcher.on("error", () => undefined);
      const timer = setInterval(onChange, pollInterval);
      timer.unref();
      signal.addEventListener("abort", () => clearInterval(timer));
    },
  };
}

/** What is about to be written, as it will be read. */
function parseRecord(record: unknown, revision: number): RevisionRecord {
  const result = v.safeParse(recordSchema, record);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new SiteError("RECORD_INVALID", { revision, path: v.getDotPath(issue) ?? "(root)", problem: issue.message });
}

/** Removes what killed commands left behind. What is younger may still be somebody's. */
function sweep(staging: string): void {
  for (const name of readdirSync(staging)) {
    const path = join(staging, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > abandonedAfter) rmSync(path, { recursive: true, force: true });
  }
}

/** The version names the content; signatures and build times of two builds of one content may differ. */
async function assertSame(target: string, source: string, label: string): Promise<void> {
  if ((await readFileList(target)) !== (await readFileList(source))) throw new SiteError("RELEASE_VERSION_TAKEN", { release: label });
}

async function readFileList(folder: string): Promise<string> {
  const document: unknown = JSON.parse(await readFile(join(folder, "release.json"), "utf8"));
  return JSON.stringify(typeof document === "object" && document !== null && "files" in document ? document.files : document);
}

/** Writes a file whose content is on disk when this resolves. */
async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
