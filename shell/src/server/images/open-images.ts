import { toProblem } from "@site/contracts/errors";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { FastifyBaseLogger } from "fastify";
import type { ReleaseStore } from "../releases/release-store.ts";
import { createDrawer } from "./drawer.ts";
import { createEarlierArtwork } from "./earlier-artwork.ts";
import { createImageService, type ImageService } from "./image-service.ts";
import { type PictureCacheOptions, openPictureCache } from "./picture-cache.ts";

export interface ImagesOptions {
  site: SiteConfig;
  store: ReleaseStore;
  /** Where the cache of drawn pictures is on disk; without it, each start draws them anew. */
  pictureCache: Pick<PictureCacheOptions, "stateDir" | "openKey"> | undefined;
  drawAhead: boolean;
  log: FastifyBaseLogger;
}

/** The image service of a server. Logs pictures that cannot be drawn or written to disk. */
export function openImages({ site, store, pictureCache, drawAhead, log }: ImagesOptions): ImageService {
  const cache =
    pictureCache &&
    openPictureCache({
      ...pictureCache,
      onProblem: (error) =>
        log.warn({ problem: toProblem(error) }, "pictures are not kept for the next start of this server"),
    });
  return createImageService({
    site,
    drawer: createDrawer(),
    cache,
    drawAhead,
    earlier: createEarlierArtwork(store),
    onFailure: (error, address) => log.error({ address, problem: toProblem(error) }, "an image could not be drawn"),
  });
}
