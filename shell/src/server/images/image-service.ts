import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { findSvgProblems } from "@site/contracts/answers/find-svg-problems";
import { readSvgSize } from "@site/contracts/answers/svg-size";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { toImageKey } from "@site/contracts/islands/image";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { EarlierArtwork } from "./earlier-artwork.ts";
import type { Drawer } from "./drawer.ts";
import type { QueueClient } from "./fair-queue.ts";
import type { PictureCache } from "./picture-cache.ts";
import { isDrawable } from "./drawable.ts";
import type { Drawing } from "./drawing.ts";
import { toEtag } from "../pages/encoded-page.ts";
import type { SiteState } from "../pages/site-state.ts";
import { isPicture, toArtworkAddress } from "./image-address.ts";
import { type ImageSize, parseImageSize, unknownSize } from "./image-size.ts";
import { createShareCards } from "./share-cards.ts";

/** An image ready to be sent. */
export interface DrawnImage {
  bytes: Buffer;
  type: "image/webp" | "image/png";
  etag: string;
}

export interface ImageServiceOptions {
  site: SiteConfig;
  drawer: Drawer;
  /** Whether pictures of pages are drawn before their first request; otherwise the first request waits for the drawing. */
  drawAhead: boolean;
  /** Milliseconds after a flip until drawing ahead starts, which uses a core for some seconds; a further flip starts them again. */
  calmMs?: number;
  /** Finds artwork of sets that were live before this server started. */
  earlier?: EarlierArtwork;
  /** The cache on disk. With it, pages from before a restart have their pictures while no release can be read. */
  cache?: PictureCache | undefined;
  onFailure(error: unknown, address: string): void;
}

export interface ImageService {
  /** Registers the artwork and link previews of a set and, with `drawAhead`, draws the pictures of its pages one after the other. */
  show(state: SiteState): Promise<void>;
  /** Registers the artwork and link previews of a set that is served beside the stable one. */
  take(state: SiteState): Promise<void>;
  /** The image of an address below `/_image/`, from a cache or drawn now; undefined when the address has none. @throws SiteError of {@link Drawer}. A failure is cached: for a minute the same error is thrown again */
  find(address: string, who?: QueueClient): Promise<DrawnImage | undefined>;
  /** The natural size of artwork by its key; undefined when there is none. Never throws (B207). */
  measure(key: string, who?: QueueClient): Promise<ImageSize | undefined>;
  has(key: string): boolean;
  /** Whether the address asks for more pixels than the limit, as for tall artwork at a large width. */
  isTooLarge(address: string): boolean;
  /** Ends the drawing. Resolves when drawn pictures are in the cache on disk: a restart while the store is away has no others. */
  close(): Promise<void>;
}

/** Most bytes of drawn images in memory: twice those of all pages of today's site. */
const maxDrawnBytes = 16 * 2 ** 20;

/** Most bytes of artwork in memory, for the live sets and for open tabs of earlier ones: forty times that of today's set. */
const maxArtworkBytes = 8 * 2 ** 20;

/** How long a failed drawing is not retried, and how many such addresses are remembered: the same artwork fails the same way. */
const failureLifeMs = 60_000;
const maxFailures = 1024;

/** Draws the artwork that releases carry. Artwork is found by name among verified files, never by a path. */
export function createImageService({
  site,
  drawer,
  drawAhead,
  calmMs = 5000,
  earlier,
  cache,
  onFailure,
}: ImageServiceOptions): ImageService {
  const sources = new LRUCache<string, Buffer>({
    maxSize: maxArtworkBytes,
    sizeCalculation: ({ length }) => length + 1,
  });
  const cards = createShareCards(site);
  const drawn = new LRUCache<string, DrawnImage>({
    maxSize: maxDrawnBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const failed = new LRUCache<string, Error>({ max: maxFailures, ttl: failureLifeMs });
  const underWay = new Map<string, Promise<DrawnImage | undefined>>();
  /** The error after a restart, while restored pages are live and the releases that link previews need are not loaded yet. One object, so that it is logged once. */
  const notLoadedYet = new SiteError("IMAGE_FAILED", { problem: "no set of releases is loaded yet" });

  function toDrawing(address: string): Exclude<Drawing, { kind: "size" }> | undefined {
    const asked = toArtworkAddress(address);
    if (asked.kind === "card") return cards.find(asked.key);
    if (asked.kind !== "artwork") return undefined;
    const svg = sources.get(asked.key);
    return svg && { kind: "artwork", svg, width: asked.width * asked.density, format: asked.format };
  }

  /** Registers artwork for drawing. A key contains the hash of its artwork, so a known key was checked before. */
  function registerArtwork(key: string, svg: Buffer): void {
    const [found] = sources.has(key) ? [] : findSvgProblems(svg);
    if (found) onFailure(new SiteError("IMAGE_FAILED", { problem: found.problem }), key);
    else sources.set(key, svg);
  }

  /**
   * Finds artwork that no release of the live set carries, because a tab that was opened before a restart may request it, and a link preview of a set that is
   * being registered.
   */
  async function findElsewhere(address: string): Promise<Exclude<Drawing, { kind: "size" }> | undefined> {
    const asked = toArtworkAddress(address);
    if (asked.kind === "card") return cards.findOrWait(asked.key);
    if (asked.kind !== "artwork" || !earlier) return undefined;
    const svg = await earlier.find(asked.key);
    if (svg) registerArtwork(asked.key, svg);
    return toDrawing(address);
  }

  function remember(address: string, bytes: Buffer): DrawnImage {
    const asked = toArtworkAddress(address);
    const isPng = asked.kind === "card" || (asked.kind === "artwork" && asked.format === "png");
    const image: DrawnImage = { bytes, etag: toEtag(bytes), type: isPng ? "image/png" : "image/webp" };
    drawn.set(address, image);
    return image;
  }

  async function drawNew(
    address: string,
    drawing: Exclude<Drawing, { kind: "size" }>,
    who: QueueClient,
  ): Promise<DrawnImage> {
    try {
      const image = remember(address, await drawer.draw(drawing, who, toOwner(address)));
      void cache?.write(address, image.bytes);
      return image;
    } catch (error) {
      // A full queue is not cached as a failure of the picture: the next request may draw it.
      if (error instanceof Error && !isSiteError(error, "IMAGE_BUSY")) failed.set(address, error);
      throw error;
    }
  }

  async function findOrDraw(address: string, who: QueueClient): Promise<DrawnImage | undefined> {
    const failure = failed.get(address);
    if (failure) throw failure;
    const bytes = isPicture(address) ? await cache?.find(address) : undefined;
    if (bytes) return remember(address, bytes);
    const drawing = toDrawing(address) ?? (await findElsewhere(address));
    if (!drawing && cards.isEmpty() && toArtworkAddress(address).kind === "card") throw notLoadedYet;
    return drawing && drawNew(address, drawing, who);
  }

  /** Concurrent requests for one picture share one drawing. */
  async function findOnce(address: string, who: QueueClient): Promise<DrawnImage | undefined> {
    const running = underWay.get(address) ?? findOrDraw(address, who).finally(() => underWay.delete(address));
    underWay.set(address, running);
    return running;
  }

  let latest: SiteState | undefined;
  /** Counts the sets shown so far. */
  let turns = 0;

  /**
   * Draws the pictures of the latest set, once no other set was shown for a while. Takes the number of the set instead of the set: otherwise each
   * pending call would hold a set and all of its pages in memory.
   */
  async function drawWhenCalm(turn: number): Promise<void> {
    if (!drawAhead || turns !== turn) return;
    await delay(calmMs, undefined, { ref: false });
    if (turns !== turn || !latest) return;
    for (const address of new Set([...latest.pages.values()].flatMap(({ pictures }) => pictures))) {
      if (turns !== turn) return;
      await service.find(address, "ahead").catch((error: unknown) => {
        if (turns === turn) onFailure(error, address);
      });
    }
  }

  const service: ImageService = {
    async close() {
      latest = undefined;
      turns += 1;
      drawer.close();
      await cache?.close();
    },
    has: (key) => sources.has(key),
    isTooLarge(address) {
      const asked = toArtworkAddress(address);
      const size = asked.kind === "artwork" ? readSvgSize(sources.get(asked.key) ?? Buffer.alloc(0)) : undefined;
      return asked.kind === "artwork" && size !== undefined && !isDrawable(size, asked.width * asked.density);
    },
    async find(address, who = "any") {
      return drawn.get(address) ?? findOnce(address, who);
    },
    async measure(key, who = "any") {
      const svg = sources.get(key);
      if (!svg) return undefined;
      const size = readSvgSize(svg);
      if (size) return size;
      try {
        return parseImageSize(await drawer.draw({ kind: "size", svg }, who, toOwner(key)));
      } catch (error) {
        onFailure(error, key);
        return unknownSize;
      }
    },
    async take(state) {
      for (const [name, { files }] of state.packages) {
        for (const [file, bytes] of files) {
          const key = toImageKey(name, file);
          if (key !== undefined) registerArtwork(key, bytes);
        }
      }
      await cards.take(state);
    },
    async show(state) {
      latest = state;
      turns += 1;
      const turn = turns;
      await service.take(state);
      return drawWhenCalm(turn);
    },
  };
  return service;
}

/** The first part of an address or of a key: the package whose picture it is, or `card`. */
function toOwner(address: string): string {
  return address.slice(0, address.indexOf("/"));
}
