import { type FileHandle, open, readFile } from "node:fs/promises";
import { islandSchema } from "@site/contracts/confine/answers";
import type { RenderTask } from "@site/contracts/confine/render-messages";
import type { RenderedIsland } from "@site/contracts/islands/island";
import * as v from "valibot";
import { toValueDigest } from "../pages/value-digest.ts";
import { writeWhole } from "./kept-files.ts";
import { headBytes, openTable, readTableSize, type RenderPlace, type RenderTable, toTable } from "./render-table.ts";

/** Bytes of renders that a file may have: twice what the largest release of this site has. */
const maxBytes = 16 * 1024 * 1024;

/** Bytes that are read at once. */
const partBytes = 256 * 1024;

/** A render with its key: another process may have replaced the file since its table was read. */
const renderSchema = v.strictTuple([v.string(), islandSchema]);

/**
 * A file with the renders of one release with one shell. Only its table is read whole; a render is read when it is asked for, so that a check of one
 * page does not read the renders of a thousand. Damaged parts are ignored.
 */
export class RenderFile {
  readonly #path: string;
  readonly #added = new Map<string, RenderedIsland>();
  /** The keys of renders that are damaged in the file. */
  readonly #damaged = new Set<string>();
  #reading: Promise<RenderTable> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether there are renders that the file does not have. */
  get isChanged(): boolean {
    return this.#added.size > 0;
  }

  /** The renders of some keys, without those that are unknown. */
  async find(keys: readonly string[]): Promise<Map<string, RenderedIsland>> {
    const found = new Map<string, RenderedIsland>();
    const table = await this.#readTable();
    const stored = keys.flatMap((key): [string, RenderPlace][] => {
      const added = this.#added.get(key);
      if (added) found.set(key, added);
      const place = added ? undefined : this.#findPlace(table, key);
      return place ? [[key, place]] : [];
    });
    if (stored.length === 0) return found;
    await withFile(this.#path, async (file) => {
      for (const part of toParts(stored)) {
        const bytes = await readPart(file, part.at, part.length);
        for (const [key, { at, length }] of part.renders) {
          const island = parseRender(bytes.subarray(at - part.at, at - part.at + length), key);
          if (island) found.set(key, island);
          else this.#damaged.add(key);
        }
      }
    });
    return found;
  }

  /** Adds renders that are new; of a task that was rendered twice, the first. */
  async add(renders: Iterable<readonly [string, RenderedIsland]>): Promise<void> {
    const table = await this.#readTable();
    for (const [key, island] of renders)
      if (!this.#findPlace(table, key) && !this.#added.has(key)) this.#added.set(key, island);
  }

  /** Writes the file with what was added: the latest renders that have room. */
  async save(): Promise<void> {
    // Read again as a whole: another process may have replaced the file since its table was read.
    const bytes = await readFile(this.#path).catch(() => Buffer.of());
    const size = readTableSize(bytes) ?? 0;
    const stored = openTable(bytes.subarray(headBytes, headBytes + size)).list();
    const all = [
      ...stored
        .filter(([key]) => !this.#damaged.has(key) && !this.#added.has(key))
        .map(([key, { at, length }]) => [key, bytes.subarray(at, at + length)] as const),
      ...[...this.#added].map(([key, island]) => [key, Buffer.from(JSON.stringify([key, island]))] as const),
    ];
    let room = maxBytes;
    const first = all.findLastIndex(([, { length }]) => (room -= length) < 0) + 1;
    const latest = all.slice(first);
    const table = toTable(latest.map(([key, { length }]) => [key, length]));
    await writeWhole(this.#path, Buffer.concat([table, ...latest.map(([, render]) => render)]));
  }

  #findPlace(table: RenderTable, key: string): RenderPlace | undefined {
    const place = this.#damaged.has(key) ? undefined : table.find(key);
    // A place with more bytes than a render may have is damaged, and is not read.
    return place && place.length <= maxBytes ? place : undefined;
  }

  #readTable(): Promise<RenderTable> {
    this.#reading ??= readTable(this.#path);
    return this.#reading;
  }
}

/**
 * The key of a task's render: a hash of the whole task but its surroundings, since only a check sets them and compares. The site and its documents, which many tasks
 * share, are hashed once each.
 */
export function toRenderKey({ context, surroundings: _elsewhere, isReloaded: _moreSo, ...task }: RenderTask): string {
  const { site, data, ...own } = context;
  const documents = Object.entries(data).map(([name, document]) => [name, toValueDigest(document)]);
  return toValueDigest([task, own, toValueDigest(site), documents]);
}

async function readTable(path: string): Promise<RenderTable> {
  let bytes: Buffer = Buffer.of();
  await withFile(path, async (file) => {
    const size = readTableSize(await readPart(file, 0, headBytes)) ?? 0;
    if (size <= maxBytes) bytes = await readPart(file, headBytes, size);
  });
  return openTable(bytes);
}

/** Parts of the file that have some renders: those that stand close to each other are read at once. */
function toParts(
  renders: readonly (readonly [string, RenderPlace])[],
): (RenderPlace & { renders: (readonly [string, RenderPlace])[] })[] {
  const parts: (RenderPlace & { renders: (readonly [string, RenderPlace])[] })[] = [];
  for (const one of renders.toSorted(([, a], [, b]) => a.at - b.at)) {
    const [, { at, length }] = one;
    const last = parts.at(-1);
    if (last && at + length - last.at <= partBytes) {
      last.length = Math.max(last.length, at + length - last.at);
      last.renders.push(one);
    } else parts.push({ at, length, renders: [one] });
  }
  return parts;
}

/** Reads a file. One that is missing or damaged is left as far as it was read. */
async function withFile(path: string, read: (file: FileHandle) => Promise<void>): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    await read(file);
  } catch {
    // Renders that cannot be read are made again.
  } finally {
    await file?.close();
  }
}

async function readPart(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** The island of a render; undefined for bytes that are not the render of this key. */
function parseRender(bytes: Buffer, key: string): RenderedIsland | undefined {
  try {
    const [name, island] = v.parse(renderSchema, JSON.parse(bytes.toString("utf8")));
    return name === key ? island : undefined;
  } catch {
    return undefined;
  }
}
