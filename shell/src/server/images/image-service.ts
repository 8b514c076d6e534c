import { setImmediate as yieldToRequests, setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { findSvgProblems } from "@site/contracts/answers/find-svg-problems";
import { readSvgSize } from "@site/contracts/answers/svg-size";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { toImageKey } from "@site/contracts/islands/image";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { EarlierArtwork } from "./earlier-artwork.ts";
import type { Drawer } from "./drawer.ts";
import type { Drawing } from "./drawing.ts";
import { readLogo } from "./read-logo.ts";
import { toEtag } from "../pages/encoded-page.ts";
import { toShareCard } from "./share-card.ts";
import type { SiteState } from "../pages/site-state.ts";
import { toArtworkAddress } from "./image-address.ts";
import { toCardKey } from "./share-card.ts";

/** An image ready to be sent. */
export interface DrawnImage {
  bytes: Buffer;
  type: "image/webp" | "image/png";
  etag: string;
}

/** Width and height in pixels. 0 by 0 when it could not be found out (B207). */
export interface ImageSize {
  width: number;
  height: number;
}

export interface ImageServiceOptions {
  site: SiteConfig;
  drawer: Drawer;
  /** Whether pictures of pages are drawn before their first request; otherwise the first request waits for the drawing. */
  drawAhead: boolean;
  /** Milliseconds without a flip before drawing ahead starts, which takes a core for some seconds. */
  calmTime?: number;
  /** Artwork of sets that were live before this server started. */
  earlier?: EarlierArtwork;
  onFailure(error: unknown, address: string): void;
}

export interface ImageService {
  /** Registers the artwork and link previews of a set and, with `drawAhead`, draws the pictures of its pages one after the other. */
  show(state: SiteState): Promise<void>;
  /** The image of an address below `/_image/`, drawn now or earlier. Undefined when there is none. @throws SiteError of {@link Drawer}, the same one for a minute after a failure */
  find(address: string): Promise<DrawnImage | undefined>;
  /** The natural size of artwork by its key; undefined when there is none. Never throws (B207). */
  measure(key: string): Promise<ImageSize | undefined>;
  has(key: string): boolean;
  close(): void;
}

/** Bytes of drawn images that are kept, and pieces of artwork of earlier sets, for tabs that were opened then. */
const maxBytes = 24 * 1024 * 1024;
const maxSources = 256;

/** How long a drawing that failed is not tried again, and how many such addresses are kept: the same artwork fails the same way. */
const failureLifeMs = 60_000;
const maxFailures = 1024;

/** Titles of pages whose link previews can be drawn: a few hundred bytes each. */
const maxCards = 8192;

/** Draws the artwork that releases carry. Artwork is found by name among verified files, never by a path. */
export function createImageService({
  site,
  drawer,
  drawAhead,
  calmTime = 5000,
  earlier,
  onFailure,
}: ImageServiceOptions): ImageService {
  const sources = new LRUCache<string, Buffer>({ max: maxSources });
  const cards = new LRUCache<string, Extract<Drawing, { kind: "card" }>>({ max: maxCards });
  const drawn = new LRUCache<string, DrawnImage>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes.length });
  const failed = new LRUCache<string, Error>({ max: maxFailures, ttl: failureLifeMs });
  const underWay = new Map<string, Promise<DrawnImage>>();

  function toDrawing(address: string): Exclude<Drawing, { kind: "size" }> | undefined {
    const asked = toArtworkAddress(address);
    if (asked.kind === "card") return cards.get(asked.key);
    if (asked.kind !== "artwork") return undefined;
    const svg = sources.get(asked.key);
    return svg && { kind: "artwork", svg, width: asked.width * asked.density, format: asked.format };
  }

  /** Keeps artwork to be drawn. A key contains the hash of its artwork, so a known key was checked before. */
  function take(key: string, svg: Buffer): void {
    const [found] = sources.has(key) ? [] : findSvgProblems(svg);
    if (found) onFailure(new SiteError("IMAGE_FAILED", { problem: found.problem }), key);
    else sources.set(key, svg);
  }

  /** A tab that was opened before a restart asks for pictures that no release of the live set carries. */
  async function findEarlier(address: string): Promise<Exclude<Drawing, { kind: "size" }> | undefined> {
    const asked = toArtworkAddress(address);
    if (asked.kind !== "artwork" || !earlier) return undefined;
    const svg = await earlier.find(asked.key);
    if (svg) take(asked.key, svg);
    return toDrawing(address);
  }

  async function draw(address: string, drawing: Exclude<Drawing, { kind: "size" }>): Promise<DrawnImage> {
    const bytes = await drawer.draw(drawing);
    const image: DrawnImage = {
      bytes,
      etag: toEtag(bytes),
      type: drawing.kind === "card" || drawing.format === "png" ? "image/png" : "image/webp",
    };
    drawn.set(address, image);
    return image;
  }

  async function drawNew(address: string, drawing: Exclude<Drawing, { kind: "size" }>): Promise<DrawnImage> {
    try {
      return await draw(address, drawing);
    } catch (error) {
      // With a full queue it was not tried at all.
      if (error instanceof Error && !isSiteError(error, "IMAGE_BUSY")) failed.set(address, error);
      throw error;
    }
  }

  /** Concurrent requests for one picture wait for one drawing. */
  async function drawOnce(address: string, drawing: Exclude<Drawing, { kind: "size" }>): Promise<DrawnImage> {
    const failure = failed.get(address);
    if (failure) throw failure;
    const running = underWay.get(address) ?? drawNew(address, drawing).finally(() => underWay.delete(address));
    underWay.set(address, running);
    return running;
  }

  let latest: SiteState | undefined;

  const service: ImageService = {
    close() {
      latest = undefined;
      drawer.close();
    },
    has: (key) => sources.has(key),
    async find(address) {
      const ready = drawn.get(address);
      if (ready) return ready;
      const drawing = toDrawing(address) ?? (await findEarlier(address));
      return drawing && drawOnce(address, drawing);
    },
    async measure(key) {
      const svg = sources.get(key);
      if (!svg) return undefined;
      const size = readSvgSize(svg);
      if (size) return size;
      try {
        const { width, height }: Partial<ImageSize> = JSON.parse(
          (await drawer.draw({ kind: "size", svg })).toString("utf8"),
        );
        return { width: width ?? 0, height: height ?? 0 };
      } catch (error) {
        onFailure(error, key);
        return { width: 0, height: 0 };
      }
    },
    async show(state) {
      latest = state;
      for (const [name, { files }] of state.packages) {
        for (const [file, bytes] of files) {
          const key = toImageKey(name, file);
          if (key !== undefined) take(key, bytes);
        }
      }
      const shell = state.packages.get("shell");
      const font = shell?.files.get("browser/archivo.woff2");
      const logo = readLogo(site, shell);
      let count = 0;
      for (const title of new Set([...state.pages.values()].map(({ cardTitle }) => cardTitle))) {
        if (title === null || !font) continue;
        const card = toShareCard(title, { site, logo });
        cards.set(toCardKey(card), { kind: "card", card, font });
        count += 1;
        // A site may have thousands of titles: waiting requests are answered in between.
        if (count % 32 === 0) await yieldToRequests();
      }
      if (!drawAhead) return;
      await delay(calmTime, undefined, { ref: false });
      if (latest !== state) return;
      for (const address of new Set([...state.pages.values()].flatMap(({ pictures }) => pictures))) {
        if (latest !== state) return;
        await service.find(address).catch((error: unknown) => {
          if (latest === state) onFailure(error, address);
        });
      }
    },
  };
  return service;
}
