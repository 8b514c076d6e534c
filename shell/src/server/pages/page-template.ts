import { constants, crc32, deflateRawSync } from "node:zlib";
import { type EncodedBody, readText } from "./encoded-page.ts";
import { pageGap } from "./page-plan.ts";

/** The texts that a request fills into the gaps of a page, by placeholder: HTML, escaped already. */
export type GapTexts = Readonly<Record<string, string>>;

/** A page with gaps that each request fills with its own path, or with the id of its failure. */
export interface PageTemplate {
  /** The page with a text in every gap: in pieces, which all answers share but for the texts themselves. */
  fillPlain(texts: GapTexts): readonly Buffer[];
  /** The same in gzip. Only a checksum is computed per request: the parts around the gaps were compressed before. */
  fillGzip(texts: GapTexts): readonly Buffer[];
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
  // Texts and placeholders alternate: the odd pieces are placeholders.
  const pieces = readText(body).split(pageGap);
  const made = createPageTemplate(
    pieces.filter((_piece, index) => index % 2 === 0).map((part) => Buffer.from(part)),
    pieces.filter((_piece, index) => index % 2 === 1),
  );
  templates.set(body, made);
  return made;
}

/** @param gaps the placeholder between each part and the next */
function createPageTemplate(parts: readonly Buffer[], gaps: readonly string[]): PageTemplate {
  let packed: Buffer[] | undefined;
  const toBytes = (texts: GapTexts): Buffer[] => gaps.map((gap) => Buffer.from(texts[gap] ?? ""));
  return {
    fillPlain: (texts) => join(parts, toBytes(texts)),
    fillGzip(texts) {
      packed ??= parts.map((part, index) =>
        deflateRawSync(
          part,
          index === parts.length - 1 ? { level: 9 } : { level: 9, finishFlush: constants.Z_FULL_FLUSH },
        ),
      );
      const filled = toBytes(texts);
      const whole = join(parts, filled);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(
        whole.reduce((sum, piece) => crc32(piece, sum), 0),
        0,
      );
      trailer.writeUInt32LE(
        whole.reduce((sum, piece) => sum + piece.length, 0),
        4,
      );
      return [gzipHeader, ...join(packed, filled.map(toStoredBlocks)), trailer];
    },
  };
}

/** The parts with what fills each gap between them. */
function join(parts: readonly Buffer[], filled: readonly Buffer[]): Buffer[] {
  return parts.flatMap((part, index) => [part, ...filled.slice(index, index + 1)]);
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
