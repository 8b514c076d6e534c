// A draw process: it has no environment variables, and reads only the files of its libraries. Artwork that hangs, leaks or crashes the
// native library ends this process, not the server.
import { readFrames, toFrame } from "@site/contracts/confine/frames";
import sharp, { type Sharp } from "sharp";
import { answerLimits } from "@site/contracts/answers/answer-limits";
import { type Drawing, type DrawReply, type DrawRequest, fromSent, toBase64 } from "./drawing.ts";
import { loadOutlines } from "./outline-text.ts";
import { cardWidth, drawCard } from "./share-card.ts";

// One picture at a time, without a cache: the parent caches the results.
sharp.cache(false);
sharp.concurrency(1);

/** Pixels of the largest picture. */
const maxPixels = answerLimits.drawnPixels;

/** Pixels per inch at which one unit of an SVG is one pixel. */
const naturalDensity = 72;

const requests = process.stdin.on("end", () => process.exit());
readFrames(requests, Number.POSITIVE_INFINITY, {
  onMessage(message) {
    // Not validated: only the parent writes to standard input.
    const { run, drawing } = message as DrawRequest;
    draw(fromSent(drawing)).then(
      (bytes) => answer({ run, ok: true, bytes: toBase64(bytes) }),
      (error: unknown) => answer({ run, ok: false, problem: error instanceof Error ? error.message : String(error) }),
    );
  },
  onProblem: () => process.exit(1),
});

function answer(reply: DrawReply): void {
  process.stdout.write(toFrame(JSON.stringify(reply)));
}

async function draw(drawing: Drawing): Promise<Uint8Array> {
  if (drawing.kind === "size") {
    const { width, height } = await sharp(drawing.svg, { limitInputPixels: maxPixels }).metadata();
    return Buffer.from(JSON.stringify({ width, height }));
  }
  if (drawing.kind === "card") {
    const svg = drawCard(drawing.card, await loadOutlines(drawing.font));
    return rasterize(Buffer.from(svg), cardWidth).png({ palette: true, quality: 90, effort: 7 }).toBuffer();
  }
  const { width: natural } = await sharp(drawing.svg, { limitInputPixels: maxPixels }).metadata();
  const picture = rasterize(drawing.svg, drawing.width, natural);
  return drawing.format === "png"
    ? picture.png().toBuffer()
    : picture.webp({ quality: 74, alphaQuality: 80, effort: 5, smartSubsample: true }).toBuffer();
}

/** Draws an SVG at a width in pixels, rendered at that size instead of scaled afterwards. */
function rasterize(svg: Uint8Array, width: number, natural = width): Sharp {
  return sharp(svg, { density: Math.max(1, (naturalDensity * width) / natural), limitInputPixels: maxPixels }).resize({
    width,
  });
}
