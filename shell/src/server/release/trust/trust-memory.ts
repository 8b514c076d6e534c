import { randomUUID } from "node:crypto";
import { mkdir, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { digestSchema } from "@site/contracts/digest";
import { SiteError, toProblem } from "@site/contracts/errors";
import { isDiskError, realDisk } from "../disk.ts";
import { readRegularFile } from "./read-regular-file.ts";
import { parseStrictJson } from "./strict-json.ts";

const seenSchema = v.strictObject({ version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), digest: digestSchema });

const memorySchema = v.strictObject({
  schemaVersion: v.literal(1),
  /** The root that this server trusted first, for those who look into an incident. */
  first: seenSchema,
  root: seenSchema,
  targets: seenSchema,
});

/** What a server remembers of the trust files it used: versions only rise. */
export type TrustMemory = v.InferOutput<typeof memorySchema>;

/** The file that holds the memory. */
function toMemoryFile(stateDir: string): string {
  return join(stateDir, "trust.json");
}

/**
 * Reads what a server remembers; undefined when it has no memory at all, so that this is its first start.
 * @throws SiteError `TRUST_MEMORY_INVALID` when the file is unreadable, or is missing beside other memories and no root is pinned
 */
export async function readMemory(stateDir: string, isPinned: boolean): Promise<TrustMemory | undefined> {
  const file = toMemoryFile(stateDir);
  try {
    return v.parse(memorySchema, parseStrictJson((await readRegularFile(file)).bytes));
  } catch (cause) {
    if (!isDiskError(cause, "ENOENT")) throw new SiteError("TRUST_MEMORY_INVALID", { file, problem: toProblem(cause) }, { cause });
    if (isPinned || (await isEmpty(stateDir))) return undefined;
    throw new SiteError("TRUST_MEMORY_INVALID", { file, problem: "it is missing, though this server ran before" }, { cause });
  }
}

/**
 * Remembers the versions in use, when they are not remembered yet. On disk when it resolves.
 * Another process may have remembered newer ones meanwhile: those stay.
 * @throws SiteError `TRUST_MEMORY_INVALID` when it cannot be written: a server that forgets could be led back
 */
export async function writeMemory(stateDir: string, memory: TrustMemory): Promise<void> {
  const before = await readMemory(stateDir, true);
  const merged = before ? { ...before, root: toNewer(before.root, memory.root), targets: toNewer(before.targets, memory.targets) } : memory;
  if (before && isDeepStrictEqual(before, merged)) return;
  const file = toMemoryFile(stateDir);
  try {
    await mkdir(stateDir, { recursive: true });
    const aside = `${file}.${randomUUID()}.new`;
    await realDisk.create(aside, Buffer.from(JSON.stringify(merged, null, 2)));
    await realDisk.rename(aside, file);
    await realDisk.sync(await realpath(stateDir));
  } catch (cause) {
    throw new SiteError("TRUST_MEMORY_INVALID", { file, problem: toProblem(cause) }, { cause });
  }
}

function toNewer(before: TrustMemory["root"], now: TrustMemory["root"]): TrustMemory["root"] {
  return now.version > before.version ? now : before;
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (cause) {
    if (isDiskError(cause, "ENOENT")) return true;
    throw new SiteError("TRUST_MEMORY_INVALID", { file: folder, problem: toProblem(cause) }, { cause });
  }
}
