import { join } from "node:path";
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import * as v from "valibot";
import { type Disk, isDiskError } from "../disk/disk.ts";
import type { DurableFiles } from "../disk/durable-files.ts";

/** The bytes of a body, or a function that makes them when they are written. */
export type BodySource = Buffer | (() => Buffer);

/** Bodies of pages by digest, many in one file, so that a flip writes its new bodies with a few disk operations. */
export interface BodyFiles {
  /**
   * Makes bodies durable. Files that are less than half in use are compacted into new files, as are the smallest when there are too many files.
   * @param needed the bodies by digest
   * @returns the names of the files that together have all of these bodies
   * @throws the error of the file system, or an Error when the bodies have more than {@link maxBytes}
   */
  keep(needed: ReadonlyMap<Digest, BodySource>): Promise<string[]>;
  /**
   * Reads every body of some files, and compares each with its digest.
   * @throws Error that names the file that is missing, damaged or too large
   */
  readAll(names: readonly string[]): Promise<Map<Digest, Buffer>>;
  /** Forgets those of the named files that are no longer on disk, as when another server with this folder removed them. @returns their names */
  forgetMissing(names: readonly string[]): Promise<string[]>;
  /** Removes all files but the named ones: those that this process wrote at once, others when they are 10 minutes old. */
  sweep(named: readonly string[]): Promise<void>;
}

/** Bytes of bodies that are gathered for one file: as much is in memory twice during a write. */
const fileBytes = 8 * 2 ** 20;

/** Bytes of the largest file that is read. A file can exceed `fileBytes` by its last body and its table. */
const maxFileBytes = 64 * 2 ** 20;

/** Most bytes on disk for one site: ten times those of 1,000 pages with 4 variants. */
const maxBytes = 2 ** 30;

/** Bodies that are handled between two yields to requests: about a millisecond. */
const bodiesAtOnce = 32;

/** Most files of one state. Each flip adds one, and a start reads all of them. */
const maxFiles = 32;

/** Milliseconds after which an unused file of another process is removed. */
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

  /** The names in the folder; an empty list before the folder exists. */
  async function list(): Promise<string[]> {
    try {
      return await disk.list(folder);
    } catch (error) {
      if (isDiskError(error, "ENOENT")) return [];
      throw error;
    }
  }

  return {
    async keep(needed) {
      const names = pickFiles(tables, needed);
      await yieldToRequests();
      const there = new Set(names.flatMap((name) => (tables.get(name) ?? []).map(([digest]) => digest)));
      let bytes = sum(names.flatMap((name) => tables.get(name) ?? []));
      await yieldToRequests();
      const missing = [...needed].filter(([digest]) => !there.has(digest));
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
      const needed = new Set(named);
      for (const name of await list()) {
        if (needed.has(name) || !namePattern.test(name)) continue;
        const isOld = own.has(name) || now() - (await disk.describe(join(folder, name))).at.getTime() > foreignAgeMs;
        if (isOld) await disk.remove(join(folder, name)).catch(() => undefined);
        if (isOld) tables.delete(name);
      }
    },
  };
}

/** The files that are not compacted: at least half of their bytes are in use, and they are not more than {@link maxFiles}. */
function pickFiles(tables: ReadonlyMap<string, Table>, needed: ReadonlyMap<Digest, unknown>): string[] {
  const sizes = [...tables].map(([name, table]) => ({
    name,
    all: sum(table),
    needed: sum(table.filter(([digest]) => needed.has(digest))),
  }));
  const dense = sizes.filter((one) => one.needed > 0 && one.needed * 2 >= one.all);
  // Too many files are compacted to half the limit, so that not every flip rewrites all small files.
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

/** Copies the bodies out of a file, so that a body in use does not hold the whole file in memory. */
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

/** Groups of bodies of about `fileBytes`, made lazily, yielding to requests in between. */
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
