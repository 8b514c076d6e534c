import { join } from "node:path";
import type { Digest } from "@site/contracts/releases/digest";
import { SiteError, toProblem } from "@site/contracts/errors";
import * as v from "valibot";
import { type Disk, isDiskError, realDisk } from "../disk/disk.ts";
import { createDurableFiles } from "../disk/durable-files.ts";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import { type BodySource, createBodyFiles } from "./body-files.ts";
import type { ServerKey } from "./server-key.ts";
import { createSignedIndex } from "./signed-index.ts";

/** A state as read from disk: facts as JSON, and bodies by their digest. */
export interface RememberedState {
  facts: JsonObject;
  bodies: ReadonlyMap<Digest, Buffer>;
}

/** The state of one site in a folder: one signed index of facts, and the bodies it needs. */
export interface StateFiles {
  /**
   * The state written last; undefined before the first write.
   * @throws SiteError `CONTINUITY_REFUSED` with the reason
   */
  read(): Promise<RememberedState | undefined>;
  /**
   * Replaces the state, durably and as a whole. One call at a time.
   * @param needed every body that the facts name; only those that are not on disk are written
   * @throws SiteError `CONTINUITY_NOT_KEPT` with the reason; the former state stays
   */
  write(facts: JsonObject, needed: ReadonlyMap<Digest, BodySource>): Promise<void>;
}

/** How often a state is written again because another server with the folder removed files of it meanwhile. */
const maxAttempts = 3;

/** Milliseconds after which a file that was being written counts as left behind by a process that was killed. */
const staleStagedMs = 10 * 60_000;

const indexSchema = v.strictObject({
  _type: v.literal("continuity"),
  schemaVersion: v.literal(1, "it is of another format"),
  number: v.number(),
  site: v.string(),
  files: v.array(v.string()),
  facts: v.custom<JsonObject>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "expected facts",
  ),
});

export interface StateFilesOptions {
  stateDir: string;
  siteId: string;
  /** The key that signs the index. */
  key: ServerKey;
  disk?: Disk;
}

/** The folder of a site's state. */
export function toContinuityFolder(stateDir: string, siteId: string): string {
  return join(stateDir, "continuity", siteId);
}

/** The files of a site's state. Does not touch the disk before the first call. */
export function createStateFiles({ stateDir, siteId, key, disk = realDisk }: StateFilesOptions): StateFiles {
  const files = createDurableFiles(stateDir, disk);
  const path = toContinuityFolder(stateDir, siteId);
  const index = createSignedIndex(stateDir, ["continuity", siteId, "index"], `continuity-${siteId}`, files, disk);
  const bodies = createBodyFiles(stateDir, ["continuity", siteId, "bodies"], files, disk);

  async function write(facts: JsonObject, needed: ReadonlyMap<Digest, BodySource>, attempt = 1): Promise<void> {
    const names = await bodies.keep(needed);
    const number = await index.write({ _type: "continuity", schemaVersion: 1, site: siteId, files: names, facts }, key);
    const isMissing = (await bodies.forgetMissing(names)).length > 0;
    if (isMissing && attempt >= maxAttempts) throw new Error("another process removes its files");
    if (isMissing) return write(facts, needed, attempt + 1);
    // Of two servers with this folder, only the one with the newest index removes old files.
    if ((await index.newest()) !== number) return;
    await index.sweep(number);
    await bodies.sweep(names);
    await sweepStaged(join(stateDir, "staging"), disk);
  }

  return {
    async read() {
      try {
        const signed = await index.read(key);
        if (signed === undefined) return undefined;
        const parsed = v.safeParse(indexSchema, signed);
        if (!parsed.success)
          throw new Error(
            `its index is not one of this server: ${v.getDotPath(parsed.issues[0]) ?? ""} ${parsed.issues[0].message}`,
          );
        const { site, files: names, facts } = parsed.output;
        if (site !== siteId) throw new Error(`it is of the site ${site}`);
        return { facts, bodies: await bodies.readAll(names) };
      } catch (cause) {
        throw new SiteError("CONTINUITY_REFUSED", { path, problem: toProblem(cause) }, { cause });
      }
    },
    async write(facts, needed) {
      try {
        await write(facts, needed);
      } catch (cause) {
        throw new SiteError("CONTINUITY_NOT_KEPT", { path, problem: toWriteProblem(cause) }, { cause });
      }
    },
  };
}

/** Removes files that a killed process had not finished writing. */
async function sweepStaged(folder: string, disk: Disk): Promise<void> {
  for (const name of await disk.list(folder)) {
    const file = join(folder, name);
    const found = await disk.describe(file).catch(() => undefined);
    if (found && Date.now() - found.at.getTime() > staleStagedMs) await disk.remove(file).catch(() => undefined);
  }
}

function toWriteProblem(error: unknown): string {
  if (isDiskError(error, "ENOSPC", "EDQUOT")) return "there is no room left.";
  if (isDiskError(error, "EACCES", "EPERM", "EROFS"))
    return "it cannot be written; check its owner, its permissions and whether its disk is mounted read-only.";
  return toProblem(error);
}
