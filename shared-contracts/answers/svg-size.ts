/** Bytes at the start of a file in which its first tag has to end. */
const headLength = 4096;

/**
 * The natural size of artwork as its first tag says it: `width` and `height`, else its `viewBox`. Reading it is
 * cheap, while drawing waits in a queue. Undefined when the tag does not say; then only drawing tells the size.
 */
export function readSvgSize(svg: Uint8Array): { width: number; height: number } | undefined {
  const head = Buffer.from(svg.subarray(0, headLength)).toString("latin1");
  const tag = /^(?:\s|<!--(?:(?!--)[^])*-->)*<svg\s([^<>]*)>/.exec(head)?.[1];
  if (tag === undefined) return undefined;
  const [, , , , boxWidth, boxHeight] =
    /\sviewBox=(["'])\s*([\d.-]+)[\s,]+([\d.-]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*\1/.exec(` ${tag}`) ?? [];
  const width = Math.round(Number(readLength(tag, "width") ?? boxWidth));
  const height = Math.round(Number(readLength(tag, "height") ?? boxHeight));
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function readLength(tag: string, name: "width" | "height"): string | undefined {
  return new RegExp(`\\s${name}=(["'])([\\d.]+)(?:px)?\\1`).exec(` ${tag}`)?.[2];
}
