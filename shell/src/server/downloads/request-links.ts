import * as v from "valibot";
import { type DownloadLink, downloadLinkSchema, type DownloadQuery } from "@site/contracts/download-link";
import { SiteError, toProblem } from "@site/contracts/errors";

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
 * Asks the download service for the links of a brand, platform and country. A link that is none, or not https, is left out
 * and costs the others nothing. Nothing of an answer chooses where to ask next: redirects are not followed.
 * @throws SiteError `DOWNLOAD_SERVICE_FAILED` when it is late, too long, no success or not in the format
 */
export async function requestLinks(serviceUrl: string, query: DownloadQuery, timeout = serviceTimeout): Promise<DownloadLink[]> {
  try {
    const url = new URL(serviceUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url, { redirect: "manual", headers: { accept: "application/json" }, signal: AbortSignal.timeout(timeout) });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`it answered ${response.status}`);
    }
    const { links } = v.parse(answerSchema, JSON.parse(await readText(response)));
    return links.slice(0, maxLinks).flatMap((link) => {
      const read = v.safeParse(linkSchema, link);
      return read.success ? [read.output] : [];
    });
  } catch (error) {
    throw new SiteError("DOWNLOAD_SERVICE_FAILED", { problem: toProblem(error) }, { cause: error });
  }
}

/** The text of a body, as long as it is not too long. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > maxAnswerSize) throw new Error(`its answer is longer than ${maxAnswerSize} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
