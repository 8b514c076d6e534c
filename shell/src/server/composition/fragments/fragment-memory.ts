import { createHash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Fragment } from "./fragment.ts";
import type { FragmentOrigin, FragmentRef } from "../../pages/fragment-ref.ts";

export interface KnownFragment extends FragmentOrigin {
  fragment: Fragment;
}

/** Finds packed fragments by their digests; missing ones are left out. */
export type FindPacked = (digests: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;

/** Characters of fragments that are held unpacked, and the number of render keys that are remembered. */
const maxCharacters = 4 * 1024 * 1024;
const maxKeys = 20_000;

/** Limits a cache to so many entries. With `max` it would reserve room for all of them at once, which takes as long as a small release check composes. */
const upToMaxKeys = { maxSize: maxKeys, sizeCalculation: () => 1 };

/** Bytes to which a packed fragment may grow. */
const maxUnpackedBytes = 16 * 1024 * 1024;

/**
 * A bounded cache of fragments by the inputs of their render, and the last good fragment of every slot, which is shown when its remote
 * fails. A fragment that was dropped is found through {@link FindPacked}, or else rendered again.
 */
export class FragmentMemory {
  readonly #find: FindPacked;
  readonly #digests = new LRUCache<string, string>(upToMaxKeys);
  readonly #fragments = new LRUCache<string, Fragment>({ maxSize: maxCharacters, sizeCalculation: countCharacters });
  #good = new Map<string, FragmentOrigin>();
  readonly #shared = new LRUCache<string, FragmentOrigin>(upToMaxKeys);
  /** Milliseconds that fragments took to be rendered, by their render keys. */
  readonly #times = new LRUCache<string, number>(upToMaxKeys);
  readonly #expected = new LRUCache<string, { release: string; index: number }>(upToMaxKeys);

  constructor(find: FindPacked = () => Promise.resolve(new Map())) {
    this.#find = find;
  }

  /** Sets the last good fragments to those of these pages, by the string of their key; drops those of all other pages. */
  begin(pages: Iterable<readonly [string, readonly FragmentRef[]]>): void {
    this.#good = new Map();
    for (const [page, refs] of pages) {
      for (const { slot, key, digest, ms } of refs) {
        if (ms !== undefined) this.#times.set(key, ms);
        this.#good.set(toSlotKey(page, slot), { key, digest });
        this.#digests.set(key, digest);
      }
    }
  }

  /** Fragments that were rendered before, by their render keys. */
  async recall(keys: readonly string[]): Promise<Map<string, KnownFragment>> {
    const origins = keys.flatMap((key): FragmentOrigin[] => {
      const digest = this.#digests.get(key);
      return digest === undefined ? [] : [{ key, digest }];
    });
    return new Map((await this.#load(origins)).map((known) => [known.key, known]));
  }

  remember(key: string, fragment: Fragment): FragmentOrigin {
    const digest = toFragmentDigest(JSON.stringify(fragment));
    this.#digests.set(key, digest);
    this.#fragments.set(digest, fragment);
    return { key, digest };
  }

  /** Remembers what a fragment took to be rendered. */
  noteTime(key: string, milliseconds: number): void {
    this.#times.set(key, Math.round(milliseconds * 10) / 10);
  }

  /** The render time of a fragment, as a field for the list of fragments of a page; no field when it is unknown. */
  findTime(key: string): { ms?: number } {
    const ms = this.#times.get(key);
    return ms === undefined ? {} : { ms };
  }

  /** Remembers that a fragment is the same for all slots of this name. */
  share(name: string, { key, digest }: FragmentOrigin): void {
    this.#shared.set(name, { key, digest });
  }

  /** The fragment of a name, while it is held unpacked. */
  findShared(name: string): KnownFragment | undefined {
    const origin = this.#shared.get(name);
    const fragment = origin && this.#fragments.get(origin.digest);
    return fragment && { ...origin, fragment };
  }

  /** Remembers which inputs an island read: the largest combination of all its slots in the latest release that rendered it. */
  expect(island: string, release: string, index: number): void {
    const before = this.#expected.get(island);
    const most = before?.release === release ? Math.max(before.index, index) : index;
    this.#expected.set(island, { release, index: most });
  }

  /** The inputs that an island read when it was last rendered, as an index; 0, the fewest, for an unknown island. */
  findExpected(island: string): number {
    return this.#expected.get(island)?.index ?? 0;
  }

  setGood(page: string, slot: string, origin: FragmentOrigin): void {
    this.#good.set(toSlotKey(page, slot), origin);
  }

  async findGood(page: string, slot: string): Promise<KnownFragment | undefined> {
    const origin = this.#good.get(toSlotKey(page, slot));
    return origin && (await this.#load([origin]))[0];
  }

  /** A remembered fragment, compressed, to be stored by the server. */
  async pack(origin: FragmentOrigin): Promise<Buffer | undefined> {
    const [known] = await this.#load([origin]);
    return known && zstdCompressSync(JSON.stringify(known.fragment));
  }

  async #load(origins: readonly FragmentOrigin[]): Promise<KnownFragment[]> {
    const found = new Map<string, Fragment>();
    const absent = new Set<string>();
    for (const { digest } of origins) {
      const fragment = this.#fragments.get(digest);
      if (fragment) found.set(digest, fragment);
      else absent.add(digest);
    }
    const packed = absent.size > 0 ? await this.#find([...absent]) : new Map<string, Buffer>();
    for (const [digest, bytes] of packed) {
      const fragment = unpack(digest, bytes);
      if (!fragment) continue;
      found.set(digest, fragment);
      this.#fragments.set(digest, fragment);
    }
    return origins.flatMap((origin) => {
      const fragment = found.get(origin.digest);
      return fragment ? [{ ...origin, fragment }] : [];
    });
  }
}

/** Unpacks a fragment; undefined when its bytes do not have the expected digest. */
function unpack(digest: string, packed: Buffer): Fragment | undefined {
  const text = zstdDecompressSync(packed, { maxOutputLength: maxUnpackedBytes }).toString("utf8");
  if (toFragmentDigest(text) !== digest) return undefined;
  const fragment: Fragment = JSON.parse(text);
  return fragment;
}

/** 22 characters of a hash. */
export function toFragmentDigest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function toSlotKey(page: string, slot: string): string {
  return `${page} ${slot}`;
}

function countCharacters({ html, styles }: Fragment): number {
  return 500 + html.length + styles.reduce((sum, { text }) => sum + text.length, 0);
}
