import { type FileHandle, open, readFile } from "node:fs/promises";
import { islandSchema } from "@site/contracts/confine/answers";
import type { RenderTask } from "@site/contracts/confine/render-messages";
import type { RenderedIsland } from "@site/contracts/islands/island";
import * as v from "valibot";
import { toValueDigest } from "../pages/value-digest.ts";
import { writeWhole } from "./kept-files.ts";

/** Bytes of renders that a file may have: twice what the largest release of this site has. */
const maxBytes = 16 * 1024 * 1024;

/** Bytes that say how long the table is: a decimal number, padded. */
const lengthBytes = 12;

/** Bytes that are read at once. */
const partBytes = 256 * 1024;

/** The keys of the renders in their order, each with its length in bytes. */
const tableSchema = v.array(v.strictTuple([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))]));

/** A render with its key: another process may have replaced the file since its table was read. */
const renderSchema = v.strictTuple([v.string(), islandSchema]);

/** Where a render stands in the file. */
interface Place {
  at: number;
  length: number;
}

/**
 * What was rendered of one release with one shell, in a file: its table is read, and of the renders those that are asked for. So a check that looks
 * at one page does not read what a thousand pages showed. Damaged parts are ignored.
 */
export class RenderFile {
  readonly #path: string;
  readonly #added = new Map<string, RenderedIsland>();
  #reading: Promise<Map<string, Place>> | undefined;

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
    const places = await this.#readTable();
    const stored = keys.flatMap((key): [string, Place][] => {
      const added = this.#added.get(key);
      if (added) found.set(key, added);
      const place = added ? undefined : places.get(key);
      return place ? [[key, place]] : [];
    });
    if (stored.length === 0) return found;
    await withFile(this.#path, async (file) => {
      for (const part of toParts(stored)) {
        const bytes = await readPart(file, part.at, part.length);
        for (const [key, { at, length }] of part.renders) {
          const island = parseRender(bytes.subarray(at - part.at, at - part.at + length), key);
          if (island) found.set(key, island);
          else places.delete(key);
        }
      }
    });
    return found;
  }

  /** Adds renders that are new; of a task that was rendered twice, the first. */
  async add(renders: Iterable<readonly [string, RenderedIsland]>): Promise<void> {
    const places = await this.#readTable();
    for (const [key, island] of renders) if (!places.has(key) && !this.#added.has(key)) this.#added.set(key, island);
  }

  /** Writes the file with what was added: the latest renders that have room. */
  async save(): Promise<void> {
    const places = await this.#readTable();
    const bytes = places.size > 0 ? await readFile(this.#path) : Buffer.of();
    const all = [
      ...[...places].map(([key, { at, length }]) => [key, bytes.subarray(at, at + length)] as const),
      ...[...this.#added].map(([key, island]) => [key, Buffer.from(JSON.stringify([key, island]))] as const),
    ];
    let room = maxBytes;
    const first = all.findLastIndex(([, { length }]) => (room -= length) < 0) + 1;
    const latest = all.slice(first);
    const table = Buffer.from(JSON.stringify(latest.map(([key, { length }]) => [key, length])));
    const head = Buffer.from(String(table.length).padStart(lengthBytes));
    await writeWhole(this.#path, Buffer.concat([head, table, ...latest.map(([, render]) => render)]));
  }

  #readTable(): Promise<Map<string, Place>> {
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

async function readTable(path: string): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  await withFile(path, async (file) => {
    const length = Number((await readPart(file, 0, lengthBytes)).toString("latin1"));
    const table = v.parse(
      tableSchema,
      JSON.parse((await readPart(file, lengthBytes, Math.min(length, maxBytes))).toString("utf8")),
    );
    let at = lengthBytes + length;
    for (const [key, size] of table) {
      places.set(key, { at, length: size });
      at += size;
    }
  });
  return places;
}

/** Parts of the file that have some renders: those that stand close to each other are read at once. */
function toParts(
  renders: readonly (readonly [string, Place])[],
): (Place & { renders: (readonly [string, Place])[] })[] {
  const parts: (Place & { renders: (readonly [string, Place])[] })[] = [];
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
    // What cannot be read is rendered again.
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
