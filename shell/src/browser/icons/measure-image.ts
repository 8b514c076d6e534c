import { isRecord } from "@site/contracts/wire/wire-schema";
import { requestJson } from "@site/contracts/api/http";

/** Width and height in pixels; 0 by 0 when they cannot be found out (B207). */
export interface ImageSize {
  width: number;
  height: number;
}

/** Milliseconds the size of an image is waited for. */
const sizeTimeoutMs = 5000;

/** Artwork that the server draws, here or behind an image host: `/_image/<package>/<name>.<hash>/<size>.webp`. Its size is at `meta.json` beside it, here. */
const artwork = /^(?:https:\/\/[^/]+)?(\/_image\/[\w-]+\/[\w-]+\.[0-9a-f]{8}\/)[^/]+$/;

/** The natural size of an image of this site. Never rejects: what cannot be found out is 0 by 0 (B207). */
export async function measureImage(src: string): Promise<ImageSize> {
  const folder = artwork.exec(src)?.[1];
  if (folder === undefined) return { width: 0, height: 0 };
  try {
    const answer = await requestJson(`${folder}meta.json`, { signal: AbortSignal.timeout(sizeTimeoutMs) });
    const [width, height] = isRecord(answer) ? [answer["width"], answer["height"]] : [];
    return isLength(width) && isLength(height) ? { width, height } : { width: 0, height: 0 };
  } catch (error) {
    console.warn(`The size of ${src} could not be found out.`, error);
    return { width: 0, height: 0 };
  }
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < 100_000;
}
