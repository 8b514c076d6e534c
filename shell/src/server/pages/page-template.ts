import { constants, crc32, deflateRawSync } from "node:zlib";
import { type EncodedBody, readText } from "./encoded-page.ts";
import { pathMark } from "./page-plan.ts";

/** A page with gaps that each request fills with its own path. */
export interface PageTemplate {
  /** The page with `text`, which is HTML already, in every gap: in pieces, which all answers share but for the text itself. */
  fill(text: string): readonly Buffer[];
  /** The same in gzip. Only a checksum is computed per request: the parts around the gaps were compressed before. */
  fillGzip(text: string): readonly Buffer[];
}

/** A gzip header without time and operating system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Most bytes in one stored block of deflate. */
const maxStored = 0xffff;

const templates = new WeakMap<EncodedBody, PageTemplate>();

/** The template of a page, made once: its parts are compressed at the first request. */
export function toPageTemplate(body: EncodedBody): PageTemplate {
  const known = templates.get(body);
  if (known) return known;
  const made = createPageTemplate(
    readText(body)
      .split(pathMark)
      .map((part) => Buffer.from(part)),
  );
  templates.set(body, made);
  return made;
}

function createPageTemplate(parts: readonly Buffer[]): PageTemplate {
  let packed: Buffer[] | undefined;
  return {
    fill: (text) => join(parts, Buffer.from(text)),
    fillGzip(text) {
      packed ??= parts.map((part, index) =>
        deflateRawSync(
          part,
          index === parts.length - 1 ? { level: 9 } : { level: 9, finishFlush: constants.Z_FULL_FLUSH },
        ),
      );
      const gap = Buffer.from(text);
      const whole = join(parts, gap);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(
        whole.reduce((sum, piece) => crc32(piece, sum), 0),
        0,
      );
      trailer.writeUInt32LE(
        whole.reduce((sum, piece) => sum + piece.length, 0),
        4,
      );
      return [gzipHeader, ...join(packed, toStoredBlocks(gap)), trailer];
    },
  };
}

/** The parts with `gap` between each and the next. */
function join(parts: readonly Buffer[], gap: Buffer): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [gap, part]));
}

/** Bytes as stored (uncompressed) blocks of deflate. The compressed part before them must end on a byte boundary. */
function toStoredBlocks(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += maxStored) {
    const piece = bytes.subarray(start, start + maxStored);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(piece.length, 1);
    head.writeUInt16LE(piece.length ^ 0xffff, 3);
    blocks.push(head, piece);
  }
  return Buffer.concat(blocks);
}
