import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { imageBasePath, imageDensities, imageWidths } from "@site/contracts/islands/image";
import { within } from "../../disk/within.ts";
import { toArtworkAddress } from "../../images/image-address.ts";
import type { QueueClient } from "../../images/fair-queue.ts";
import { toNetworkPrefix } from "../../reports/network-prefix.ts";
import type { DrawnImage, ImageService } from "../../images/image-service.ts";
import type { ImageSize } from "../../images/image-size.ts";
import { isFresh } from "../answers/is-fresh.ts";
import { sharedHeaders } from "../../policies/response-headers.ts";
import { sendProblem } from "../answers/problem.ts";
import { keepWhileWaiting } from "../connections/keep-while-waiting.ts";

/** Seconds after which a caller may ask again for an image that could not be drawn now. */
const retryAfterSeconds = 2;

/** The timeout in milliseconds of a request for a picture: one drawing may take 20 seconds, and the queue may have others before it. */
const latestAnswerMs = 30_000;

/** Milliseconds for which the connection is kept beyond that timeout. */
const graceMs = 5000;

/** The timeout of a request for a picture. The drawing continues, for the next request. */
class StillWaiting extends Error {}

/**
 * Serves artwork as pixels (B229). A name is looked up among the files of verified releases; a size is one of the list.
 * The address has both and a hash of the content, so an answer never changes.
 */
export function registerImages(
  app: FastifyInstance,
  {
    images,
    onBusy,
    latestMs = latestAnswerMs,
  }: {
    images: Pick<ImageService, "find" | "has" | "isTooLarge" | "measure">;
    /** Called for each picture that is refused because too many wait. */
    onBusy(): void;
    /** Milliseconds that a picture may wait. */
    latestMs?: number;
  },
): void {
  /** Failures that were logged: the service throws the same cached error for later requests. */
  const reported = new WeakSet<Error>();
  app.get<{ Params: { "*": string } }>(`${imageBasePath}*`, async (request, reply) => {
    const address = request.params["*"];
    const asked = toArtworkAddress(address);
    if (asked.kind === "refused" && images.has(asked.key)) {
      const sizes = `Widths are ${imageWidths.join(", ")}, densities ${imageDensities.join(" and ")}, as in 640@2.webp.`;
      return sendProblem(reply, 400, "IMAGE_SIZE_REFUSED", `Images are drawn in sizes of a list only. ${sizes}`);
    }
    if (images.isTooLarge(address))
      return sendProblem(
        reply,
        400,
        "IMAGE_SIZE_REFUSED",
        "The image is too tall to be drawn at this width. Ask for a smaller one.",
      );
    try {
      const found = await waitFor(request, asked.kind === "size" ? asked : { address });
      if (!found) return sendProblem(reply, 404, "IMAGE_UNKNOWN", "There is no image at this address.");
      reply.headers(sharedHeaders);
      if (!("bytes" in found)) return reply.header("cache-control", "no-store").send(found);
      reply.header("cache-control", "public, max-age=31536000, immutable").header("etag", found.etag);
      if (isFresh(request.headers["if-none-match"], found.etag)) return reply.code(304).send();
      return reply.type(found.type).send(found.bytes);
    } catch (error) {
      // The page is shown without the image; no cache keeps the answer.
      if (error instanceof StillWaiting || isSiteError(error, "IMAGE_BUSY")) onBusy();
      else if (error instanceof Error && !reported.has(error)) {
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

  async function waitFor(
    request: FastifyRequest,
    asked: { key: string } | { address: string },
  ): Promise<DrawnImage | ImageSize | undefined> {
    const who = toClient(request);
    const finding = "key" in asked ? images.measure(asked.key, who) : images.find(asked.address, who);
    const putBack = keepWhileWaiting(request.raw, latestMs + graceMs);
    try {
      return await within<DrawnImage | ImageSize | undefined>(finding, latestMs, new StillWaiting());
    } finally {
      putBack();
    }
  }
}

/**
 * The network of a visitor, if a trusted proxy names it. Any other peer may be an unknown proxy, whose visitors all have its address: they must not
 * share the limit of one visitor.
 */
function toClient({ ip, raw }: FastifyRequest): QueueClient {
  const client = ip === raw.socket.remoteAddress ? undefined : toNetworkPrefix(ip);
  return client === undefined ? "any" : { client };
}
