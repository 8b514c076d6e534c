import { join } from "node:path";
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import * as v from "valibot";
import { type Disk, isDiskError } from "../disk/disk.ts";
import type { DurableFiles } from "../disk/durable-files.ts";

/** The bytes of a body, or a function that makes them when they are written. */
export type BodySource = Buffer | (() => Buffer);

/** Bodies by their digest, many in one file, so that a flip writes the new ones with a few disk operations. */
export interface BodyFiles {
  /**
   * Makes bodies durable. Bodies of files that are less than half in use, and of the smallest files when there are too many, are written
   * together into new files.
   * @param kept every body that is needed
   * @returns the names of the files that have all of them
   * @throws the error of the file system, or an Error when they are more than {@link maxBytes}
   */
  keep(kept: ReadonlyMap<Digest, BodySource>): Promise<string[]>;
  /**
   * Every body of some files, each compared with its digest.
   * @throws Error that names the file that is missing, damaged or too large
   */
  readAll(names: readonly string[]): Promise<Map<Digest, Buffer>>;
  /** The names of these files that are no longer on disk, as when another server with this folder removed them. They are forgotten. */
  forgetMissing(names: readonly string[]): Promise<string[]>;
  /** Removes all files but the named ones: those of this process at once, others when they are 10 minutes old. */
  sweep(named: readonly string[]): Promise<void>;
}

/** Bytes of bodies that are gathered before a file is written, and so the most that is in memory twice. */
const fileBytes = 8 * 2 ** 20;

/** Bytes of the largest file that is read. A file can exceed `fileBytes` by its last body and its table. */
const maxFileBytes = 64 * 2 ** 20;

/** Most bytes that are kept for one site: ten times what 1,000 pages with 4 variants take. */
const maxBytes = 2 ** 30;

/** Bodies that are made between two yields to requests: about a millisecond. */
const bodiesAtOnce = 32;

/** Most files of one state. Each flip adds one, and a start reads all of them. */
const maxFiles = 32;

/** Milliseconds after which a file that this process did not write, and that its index does not name, is removed. */
const foreignAgeMs = 10 * 60_000;

const namePattern = /^[0-9a-f]{32}\.bodies$/;

/** Digests and lengths in bytes, in the order of the bodies. */
const tableSchema = v.array(v.strictTuple([digestSchema, v.pipe(v.number(), v.safeInteger(), v.minValue(0))]));
type Body = readonly [Digest, Buffer];
type Table = v.InferOutput<typeof tableSchema>;

/** The folder of the bodies below the state folder. The first line of its files is a JSON table of the bodies that follow. */
export function createBodyFiles(
  stateDir: string,
  path: readonly string[],
  files: DurableFiles,
  disk: Disk,
  now = () => Date.now(),
): BodyFiles {
  const folder = join(stateDir, ...path);
  /** The tables of the files that are known to be on disk, by name. */
  const tables = new Map<string, Table>();
  const own = new Set<string>();

  async function write(bodies: readonly Body[]): Promise<string> {
    const table: Table = bodies.map(([digest, { length }]) => [digest, length]);
    const line = Buffer.from(`${JSON.stringify(table)}\n`);
    const name = `${toDigest(line).slice(0, 32)}.bodies`;
    await files.ensureFolder(...path);
    await yieldToRequests();
    const joined = await joinBodies([line, ...bodies.map(([, bytes]) => bytes)]);
    // A file of the same name has the same bodies or is damaged, so it may be replaced.
    await files.withStaged(joined, (staged) => disk.rename(staged, join(folder, name)));
    await disk.sync(folder);
    tables.set(name, table);
    own.add(name);
    return name;
  }

  async function readFile(name: string): Promise<Map<Digest, Buffer>> {
    const file = join(folder, name);
    try {
      if (!namePattern.test(name)) throw new Error("it is not the name of a body file");
      const { isFile, size } = await disk.describe(file);
      if (!isFile || size > maxFileBytes)
        throw new Error(isFile ? `it has ${size} bytes, at most ${maxFileBytes} are read` : "it is not a file");
      const bytes = await disk.read(file);
      if (!bytes) throw new Error("it is not a file");
      const end = bytes.indexOf("\n") + 1;
      if (`${toDigest(bytes.subarray(0, end)).slice(0, 32)}.bodies` !== name)
        throw new Error("its table is not the one of its name");
      const table = v.parse(tableSchema, JSON.parse(bytes.toString("utf8", 0, end)));
      const found = split(bytes, end, table);
      tables.set(name, table);
      return found;
    } catch (cause) {
      const problem = isDiskError(cause, "ENOENT")
        ? "it is missing"
        : cause instanceof Error
          ? cause.message
          : String(cause);
      throw new Error(`the file ${file} cannot be used: ${problem}`, { cause });
    }
  }

  /** The names in the folder. Before the first body there is none. */
  async function list(): Promise<string[]> {
    try {
      return await disk.list(folder);
    } catch (error) {
      if (isDiskError(error, "ENOENT")) return [];
      throw error;
    }
  }

  return {
    async keep(kept) {
      const names = pickFiles(tables, kept);
      await yieldToRequests();
      const there = new Set(names.flatMap((name) => (tables.get(name) ?? []).map(([digest]) => digest)));
      let bytes = sum(names.flatMap((name) => tables.get(name) ?? []));
      await yieldToRequests();
      const missing = [...kept].filter(([digest]) => !there.has(digest));
      for await (const group of toGroups(missing)) {
        await yieldToRequests();
        bytes += group.reduce((total, [, body]) => total + body.length, 0);
        if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes.`);
        names.push(await write(group));
      }
      return names;
    },
    async readAll(names) {
      const found = new Map<Digest, Buffer>();
      for (const name of names) for (const [digest, bytes] of await readFile(name)) found.set(digest, bytes);
      return found;
    },
    async forgetMissing(names) {
      const there = new Set(await list());
      const missing = names.filter((name) => !there.has(name));
      for (const name of missing) tables.delete(name);
      return missing;
    },
    async sweep(named) {
      const kept = new Set(named);
      for (const name of await list()) {
        if (kept.has(name) || !namePattern.test(name)) continue;
        const isOld = own.has(name) || now() - (await disk.describe(join(folder, name))).at.getTime() > foreignAgeMs;
        if (isOld) await disk.remove(join(folder, name)).catch(() => undefined);
        if (isOld) tables.delete(name);
      }
    },
  };
}

/** The files that stay as they are: at least half of their bytes are kept, and they are not too many. */
function pickFiles(tables: ReadonlyMap<string, Table>, kept: ReadonlyMap<Digest, unknown>): string[] {
  const sizes = [...tables].map(([name, table]) => ({
    name,
    all: sum(table),
    kept: sum(table.filter(([digest]) => kept.has(digest))),
  }));
  const dense = sizes.filter((one) => one.kept > 0 && one.kept * 2 >= one.all);
  // When there are too many, half of them are rewritten, so that not every flip rewrites all small ones.
  const limit = dense.length < maxFiles ? maxFiles : maxFiles / 2;
  return dense
    .toSorted((a, b) => b.all - a.all)
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Like `Buffer.concat`, yielding to requests in between. */
async function joinBodies(parts: readonly Buffer[]): Promise<Buffer> {
  const joined = Buffer.allocUnsafeSlow(parts.reduce((bytes, { length }) => bytes + length, 0));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    at += part.copy(joined, at);
    if (index % bodiesAtOnce === 0) await yieldToRequests();
  }
  return joined;
}

function sum(table: Table): number {
  return table.reduce((total, [, length]) => total + length, 0);
}

/** The bodies in a file, each in its own memory, so that one that stays in use does not keep the others in memory. */
function split(bytes: Buffer, start: number, table: Table): Map<Digest, Buffer> {
  const found = new Map<Digest, Buffer>();
  let at = start;
  for (const [digest, length] of table) {
    const body = Buffer.from(bytes.subarray(at, at + length));
    if (toDigest(body) !== digest) throw new Error("it is damaged: what it holds is not what its table says");
    found.set(digest, body);
    at += length;
  }
  if (at !== bytes.length) throw new Error("it is damaged: it is longer than its table says");
  return found;
}

/** Groups of bodies of about `fileBytes`, each made when it is written, yielding to requests in between. */
async function* toGroups(bodies: readonly (readonly [Digest, BodySource])[]): AsyncGenerator<Body[]> {
  let group: Body[] = [];
  let size = 0;
  for (const [index, [digest, source]] of bodies.entries()) {
    if (index % bodiesAtOnce === 0) await yieldToRequests();
    const bytes = typeof source === "function" ? source() : source;
    group.push([digest, bytes]);
    size += bytes.length;
    if (size < fileBytes) continue;
    yield group;
    [group, size] = [[], 0];
  }
  if (group.length > 0) yield group;
}
