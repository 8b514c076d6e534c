/** Bytes at the start of a file in which its first tag has to end. */
const headBytes = 4096;

const firstTag = /^(?:\s|<!--(?:(?!--)[^])*-->)*<svg(\s[^<>]*)>/;
const attribute = /\s([^\s="']+)=(?:"([^"]*)"|'([^']*)')/g;
const viewBox = /^\s*[\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*$/;

/**
 * The natural size of artwork as its first tag says it: `width` and `height`, else its `viewBox`; where one of the two is missing, it follows
 * from the shape of the `viewBox`, as where the picture is drawn. Reading it is cheap, while drawing waits in a queue. Undefined when the tag
 * does not say, or in a unit whose pixels are for the drawing to know; then only drawing tells the size.
 */
export function readSvgSize(svg: Uint8Array): { width: number; height: number } | undefined {
  const head = Buffer.from(svg.subarray(0, headBytes)).toString("latin1");
  const tag = firstTag.exec(head)?.[1];
  if (tag === undefined) return undefined;
  const values = new Map(
    [...tag.matchAll(attribute)].map(([, name, double, single]) => [name, double ?? single ?? ""]),
  );
  const [, boxWidth = Number.NaN, boxHeight = Number.NaN] =
    viewBox.exec(values.get("viewBox") ?? "")?.map(Number) ?? [];
  const [wide, tall] = [readLength(values.get("width")), readLength(values.get("height"))];
  const width = Math.round(wide ?? (tall === undefined ? boxWidth : (tall * boxWidth) / boxHeight));
  const height = Math.round(tall ?? (wide === undefined ? boxHeight : (wide * boxHeight) / boxWidth));
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** The pixels of a width or height; undefined for one that follows from the other values, NaN for one in another unit. */
function readLength(value: string | undefined): number | undefined {
  if (value === undefined || value === "100%" || value === "auto") return undefined;
  return Number(/^([\d.]+)(?:px)?$/.exec(value)?.[1]);
}
