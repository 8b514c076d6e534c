import * as v from "valibot";
import { type DownloadLink, downloadLinkSchema, type DownloadQuery } from "@site/contracts/documents/download-link";
import { SiteError } from "@site/contracts/errors";
import { requestJson } from "@site/contracts/api/http";
import { toRequestProblem } from "@site/contracts/publishing/request-problem";

/** Timeout in milliseconds of the whole request to the download service. */
const serviceTimeoutMs = 2000;

/** Maximum bytes of an answer after decompression. Thirty links take four thousand. */
const maxAnswerBytes = 64 * 1024;

/** Maximum links of an answer; the rest is ignored. */
const maxLinks = 32;

const answerSchema = v.object({ links: v.array(v.unknown()) });
/** The fields that are read of a link; others are ignored. */
const linkSchema = v.object(downloadLinkSchema.entries);

/**
 * Asks the download service for the links of a brand, platform and country, and retries once after a transient failure (B230). A malformed link, or
 * one that is not https, is left out. Redirects are not followed.
 * @throws SiteError `DOWNLOAD_SERVICE_FAILED` when the answer times out, is too long, has an error status or another format
 */
export async function requestLinks(
  serviceUrl: string,
  query: DownloadQuery,
  timeout = serviceTimeoutMs,
): Promise<DownloadLink[]> {
  try {
    const answer = await requestJson(serviceUrl, {
      query,
      redirect: "error",
      maxSize: maxAnswerBytes,
      signal: AbortSignal.timeout(timeout),
    });
    const { links } = v.parse(answerSchema, answer);
    return links.slice(0, maxLinks).flatMap((link) => {
      const read = v.safeParse(linkSchema, link);
      return read.success ? [read.output] : [];
    });
  } catch (error) {
    throw new SiteError("DOWNLOAD_SERVICE_FAILED", { problem: toRequestProblem(error) }, { cause: error });
  }
}
