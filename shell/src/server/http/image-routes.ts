import type { FastifyInstance } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { imageBasePath, imageDensities, imageWidths } from "@site/contracts/islands/image";
import { toArtworkAddress } from "../images/image-address.ts";
import type { ImageService } from "../images/image-service.ts";
import { isFresh } from "./is-fresh.ts";
import { sendProblem } from "./problem.ts";

/** Seconds after which a caller may ask again for an image that could not be drawn now. */
const retryAfterSeconds = 2;

/**
 * Serves artwork as pixels (B229). A name is looked up among the files of verified releases; a size is one of the list.
 * The address has both and a hash of the content, so an answer never changes.
 */
export function registerImages(app: FastifyInstance, images: ImageService): void {
  /** Failures that were logged: the service gives the same one for later requests. */
  const reported = new WeakSet<Error>();
  app.get<{ Params: { "*": string } }>(`${imageBasePath}*`, async (request, reply) => {
    const address = request.params["*"];
    const asked = toArtworkAddress(address);
    if (asked.kind === "refused" && images.has(asked.key)) {
      const sizes = `Widths are ${imageWidths.join(", ")}, densities ${imageDensities.join(" and ")}, as in 640@2.webp.`;
      return sendProblem(reply, 400, "IMAGE_SIZE_REFUSED", `Images are drawn in sizes of a list only. ${sizes}`);
    }
    try {
      const found = asked.kind === "size" ? await images.measure(asked.key) : await images.find(address);
      if (!found) return sendProblem(reply, 404, "IMAGE_UNKNOWN", "There is no image at this address.");
      // Other sites may show these images: link previews exist for that.
      reply.header("cross-origin-resource-policy", "cross-origin");
      if (!("bytes" in found)) return reply.header("cache-control", "no-store").send(found);
      reply.header("cache-control", "public, max-age=31536000, immutable").header("etag", found.etag);
      if (isFresh(request.headers["if-none-match"], found.etag)) return reply.code(304).send();
      return reply.type(found.type).send(found.bytes);
    } catch (error) {
      // The page is shown without the image; no cache keeps the answer.
      if (!isSiteError(error, "IMAGE_BUSY") && error instanceof Error && !reported.has(error)) {
        reported.add(error);
        request.log.error({ address, problem: toProblem(error) }, "an image could not be drawn");
      }
      return sendProblem(
        reply.header("retry-after", retryAfterSeconds),
        503,
        "IMAGE_LATE",
        "The image cannot be drawn right now.",
      );
    }
  });
}
