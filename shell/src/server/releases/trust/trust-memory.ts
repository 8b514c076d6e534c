import { readdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { SiteError, toProblem } from "@site/contracts/errors";
import { isDiskError, realDisk } from "../../disk/disk.ts";
import { toAside } from "../../disk/leftovers.ts";
import { readRegularFile } from "@site/contracts/signing/read-regular-file";
import { parseStrictJson } from "@site/contracts/signing/strict-json";
import { makeFolders } from "../../disk/make-folders.ts";

const seenSchema = v.strictObject({
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  digest: digestSchema,
});

const memorySchema = v.strictObject({
  schemaVersion: v.literal(1),
  /** The root that this server trusted first. Kept for the investigation of an incident. */
  first: seenSchema,
  root: seenSchema,
  targets: seenSchema,
});

/** A server's memory of the trust files it used: versions only rise. */
export type TrustMemory = v.InferOutput<typeof memorySchema>;

/** The file of the memory. */
function toMemoryFile(stateDir: string): string {
  return join(stateDir, "trust.json");
}

/**
 * Reads a server's memory; undefined without any, at its first start.
 * @throws SiteError `TRUST_MEMORY_INVALID` when the file is unreadable, or is missing beside other memories and no root is pinned
 */
export async function readMemory(
  stateDir: string,
  isPinned: boolean,
  isSecondTry = false,
): Promise<TrustMemory | undefined> {
  const file = toMemoryFile(stateDir);
  try {
    return v.parse(memorySchema, parseStrictJson((await readRegularFile(file)).bytes));
  } catch (cause) {
    if (!isDiskError(cause, "ENOENT"))
      throw new SiteError("TRUST_MEMORY_INVALID", { file, problem: toProblem(cause) }, { cause });
    const others = await listMemories(stateDir);
    const isNamed = others.includes("trust.json");
    // Retry once: another process may have just written it, or it is a broken link.
    if (isNamed && !isSecondTry) return readMemory(stateDir, isPinned, true);
    if ((!isNamed && isPinned) || others.length === 0) return undefined;
    throw new SiteError(
      "TRUST_MEMORY_INVALID",
      { file, problem: "it is missing, though this server ran before" },
      { cause },
    );
  }
}

/**
 * Remembers the versions in use, if they are not remembered yet. Durable when it resolves. Newer versions that another process remembered meanwhile
 * stay.
 * @throws SiteError `TRUST_MEMORY_INVALID` when it cannot be written: without it, a server would accept older lists after a restart
 */
export async function writeMemory(stateDir: string, memory: TrustMemory): Promise<void> {
  const before = await readMemory(stateDir, true);
  const merged = before
    ? { ...before, root: toNewer(before.root, memory.root), targets: toNewer(before.targets, memory.targets) }
    : memory;
  if (before && isDeepStrictEqual(before, merged)) return;
  const file = toMemoryFile(stateDir);
  const aside = toAside(file);
  try {
    await makeFolders(stateDir);
    await realDisk.create(aside, Buffer.from(JSON.stringify(merged, null, 2)));
    await realDisk.rename(aside, file);
    await realDisk.sync(await realpath(stateDir));
  } catch (cause) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw new SiteError("TRUST_MEMORY_INVALID", { file, problem: toProblem(cause) }, { cause });
  }
}

function toNewer(before: TrustMemory["root"], now: TrustMemory["root"]): TrustMemory["root"] {
  return now.version > before.version ? now : before;
}

/** The names in the folder, without files that a killed first start left half written. */
async function listMemories(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !/^trust\.json\..*\.new$/.test(name));
  } catch (cause) {
    if (isDiskError(cause, "ENOENT")) return [];
    throw new SiteError("TRUST_MEMORY_INVALID", { file: folder, problem: toProblem(cause) }, { cause });
  }
}
