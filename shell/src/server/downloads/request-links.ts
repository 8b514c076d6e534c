import * as v from "valibot";
import { type DownloadLink, downloadLinkSchema, type DownloadQuery } from "@site/contracts/documents/download-link";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { requestJson } from "@site/contracts/api/http";

/** Milliseconds the download service has for its whole answer. */
export const serviceTimeout = 2000;

/** Bytes an answer may have, after decompression. Thirty links take four thousand. */
const maxAnswerSize = 64 * 1024;

/** Links of an answer that are looked at. */
const maxLinks = 32;

const answerSchema = v.object({ links: v.array(v.unknown()) });
/** A link as far as we read it; the service may say more of it. */
const linkSchema = v.object(downloadLinkSchema.entries);

/**
 * Asks the download service for the links of a brand, platform and country, once more after an answer of the moment (B230).
 * A link that is none, or not https, is left out and costs the others nothing. Nothing of an answer chooses where to ask next:
 * redirects are not followed.
 * @throws SiteError `DOWNLOAD_SERVICE_FAILED` when it is late, too long, no success or not in the format
 */
export async function requestLinks(
  serviceUrl: string,
  query: DownloadQuery,
  timeout = serviceTimeout,
): Promise<DownloadLink[]> {
  try {
    const answer = await requestJson(serviceUrl, {
      query,
      redirect: "error",
      maxSize: maxAnswerSize,
      signal: AbortSignal.timeout(timeout),
    });
    const { links } = v.parse(answerSchema, answer);
    return links.slice(0, maxLinks).flatMap((link) => {
      const read = v.safeParse(linkSchema, link);
      return read.success ? [read.output] : [];
    });
  } catch (error) {
    // What kept an answer from coming says more than that none came.
    const problem = toProblem(isSiteError(error) && error.code === "HTTP_UNREACHABLE" ? error.cause : error);
    throw new SiteError("DOWNLOAD_SERVICE_FAILED", { problem }, { cause: error });
  }
}
