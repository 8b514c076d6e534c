import { createHash } from "node:crypto";
import { buffer as toBuffer } from "node:stream/consumers";
import { promisify } from "node:util";
import {
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  createBrotliCompress,
  gzip,
  zstdCompress,
} from "node:zlib";
import { createLoadCache } from "../caches/load-cache.ts";

const fromBrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);
const toZstd = promisify(zstdCompress);

export type Encoding = "br" | "zstd" | "gzip" | "identity";
export type Compression = Exclude<Encoding, "identity">;

/**
 * The quality of brotli for each effort. Of a page of 105 KB: 0 takes 0.2 ms and leaves 22.3 KB, 2 would take 0.5 ms and leave 20 KB, 6 takes
 * 1.8 ms and leaves 16.8 KB, 11 takes about 100 ms and leaves 15 KB.
 */
export const efforts = { fast: 0, quick: 6, best: 11 } as const;
export type Effort = keyof typeof efforts;

/** A text as it is kept in memory: in brotli only. Other encodings are made of it on request. */
export interface EncodedBody {
  etag: string;
  br: Buffer;
  /** Bytes of the text itself. */
  size: number;
  effort: Effort;
}

const contentStart = '<main id="content"';
const contentEnd = "</main>";
const headingStart = "<h2";
const styleStart = "<style>";

/** Bytes of cached encodings other than brotli. Making one takes 0.3 ms (plain) to 1.5 ms (gzip). */
const maxOtherBytes = 8 * 1024 * 1024;

const others = createLoadCache<string, Buffer, EncodedBody>({
  maxSize: maxOtherBytes,
  sizeCalculation: ({ length }) => length + 1,
  fetchMethod: (key, _stale, { context: body }) => recode(body, key.slice(key.lastIndexOf(" ") + 1)),
});

/** The body in an encoding: synchronously when it is brotli or cached. */
export function toEncoding(body: EncodedBody, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === "br") return body.br;
  const key = `${body.etag} ${encoding}`;
  return others.get(key) ?? others.forceFetch(key, { context: body });
}

async function recode({ br, size }: EncodedBody, encoding: string): Promise<Buffer> {
  const text = await fromBrotli(br, { maxOutputLength: Math.max(size, 1) });
  if (encoding === "gzip") return toGzip(text, { level: 6 });
  return encoding === "zstd" ? toZstd(text) : text;
}

/** The text of a body. Blocks its thread, 0.3 ms for a page of 118 KB. */
export function readText({ br, size }: EncodedBody): string {
  return brotliDecompressSync(br, { maxOutputLength: Math.max(size, 1) }).toString("utf8");
}

/** Encodes a text. Blocks its thread. */
export function toBody(text: string, effort: Effort): EncodedBody {
  const bytes = Buffer.from(text);
  return {
    etag: toEtag(bytes),
    br: brotliCompressSync(bytes, toBrotliOptions(bytes.length, effort)),
    size: bytes.length,
    effort,
  };
}

/** Bytes of brotli for which memory is set aside at once: most pages need no more at the lowest effort. */
const outputBytes = 64 * 1024;

/**
 * Encodes a page for a flip, with the lowest effort. Blocks its thread, 0.2 ms for a page of 105 KB: handing it to another thread and back
 * costs as much. `digest` is equal for equal texts alone: hashing a whole page takes half as long as compressing it.
 */
export function toFlipBody({ bytes, digest }: { bytes: Buffer; digest: string }): EncodedBody {
  const effort: Effort = "fast";
  const br = brotliCompressSync(bytes, { ...toBrotliOptions(bytes.length, effort), chunkSize: outputBytes });
  return { etag: toWeakEtag(digest), br, size: bytes.length, effort };
}

/**
 * The same body in fewer bytes. Brotli is flushed behind the first part of the page's content, so that codes for what follows come after it: home's
 * first viewport needs 230 bytes less, and the whole page has 190 more.
 */
export async function repack({ br, size }: EncodedBody, effort: Effort): Promise<Buffer> {
  const text = await fromBrotli(br, { maxOutputLength: Math.max(size, 1) });
  const stream = createBrotliCompress(toBrotliOptions(size, effort));
  const end = findFirstPartEnd(text);
  if (end > 0) {
    stream.write(text.subarray(0, end));
    stream.flush(constants.BROTLI_OPERATION_FLUSH);
  }
  stream.end(text.subarray(end));
  return toBuffer(stream);
}

/**
 * The byte behind the first part of a document's content: where its second heading begins, else the styles of its headline, else behind the content; 0
 * where there is no content.
 */
function findFirstPartEnd(html: Buffer): number {
  const start = html.indexOf(contentStart);
  const end = html.lastIndexOf(contentEnd);
  if (end < 0) return 0;
  const next = [headingStart, styleStart].map((text) => html.indexOf(text, start)).find((at) => at >= 0 && at < end);
  return next ?? end + contentEnd.length;
}

/** The smallest window that holds the text: with the default one of 4 MB, quality 11 allocates tables of 32 MB. */
function toBrotliOptions(size: number, effort: Effort) {
  const window = Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS + 6, Math.ceil(Math.log2(size + 16))),
  );
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: efforts[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
      [constants.BROTLI_PARAM_LGWIN]: window,
    },
  };
}

/** The ETag of a text: weak, because it is the same for all encodings. */
export function toEtag(bytes: Buffer): string {
  return toWeakEtag(createHash("sha256").update(bytes).digest("base64url"));
}

function toWeakEtag(digest: string): string {
  return `W/"${digest.slice(0, 20)}"`;
}
