import { toProblem } from "@site/contracts/errors";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { FastifyBaseLogger } from "fastify";
import type { ReleaseStore } from "../releases/release-store.ts";
import { createDrawer } from "./drawer.ts";
import { createEarlierArtwork } from "./earlier-artwork.ts";
import { createImageService, type ImageService } from "./image-service.ts";
import { type KeptPicturesOptions, openKeptPictures } from "./kept-pictures.ts";

export interface ImagesOptions {
  site: SiteConfig;
  store: ReleaseStore;
  /** Where drawn pictures stay for the next start; without it, each start draws them anew. */
  keptPictures: Pick<KeptPicturesOptions, "stateDir" | "openKey"> | undefined;
  drawAhead: boolean;
  log: FastifyBaseLogger;
}

/** The pictures of a server. What cannot be drawn or kept is a line in its log. */
export function openImages({ site, store, keptPictures, drawAhead, log }: ImagesOptions): ImageService {
  const kept =
    keptPictures &&
    openKeptPictures({
      ...keptPictures,
      onProblem: (error) =>
        log.warn({ problem: toProblem(error) }, "pictures are not kept for the next start of this server"),
    });
  return createImageService({
    site,
    drawer: createDrawer(),
    kept,
    drawAhead,
    earlier: createEarlierArtwork(store),
    onFailure: (error, address) => log.error({ address, problem: toProblem(error) }, "an image could not be drawn"),
  });
}
