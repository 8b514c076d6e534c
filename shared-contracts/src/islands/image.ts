import type { PackageName } from "../names/package-name.ts";

/** Where artwork is served as pixels: `/_image/<package>/<name>.<hash>/<width>@<density>.webp`. */
export const imageBasePath = "/_image/";

/** The widths in CSS pixels an image may be asked for, and for screens of which density (B229). No other is drawn. */
export const imageWidths = [160, 240, 320, 480, 640, 960, 1280] as const;
/** Pixels of the screen for one CSS pixel, in each direction. */
export const imageDensities = [1, 2] as const;
export type ImageWidth = (typeof imageWidths)[number];
export type ImageDensity = (typeof imageDensities)[number];

/**
 * Artwork as a remote's code knows it: `import felt from "../artwork/felt.svg"` gives `content/images/felt.1a2b3c4d.svg`. The
 * hash is of its content, so an address never shows something else later.
 */
export type ImageSource = string;

/** Where the browser files of a release keep artwork that is to be served as pixels. */
const folder = "images/";

/** The key under which an image is requested and cached: `content/felt.1a2b3c4d` for artwork of a release; undefined for other files. */
export function toImageKey(name: PackageName, file: string): string | undefined {
  const found = /^browser\/images\/([A-Za-z0-9_-]+\.[0-9a-f]{8})\.svg$/.exec(file);
  return found?.[1] === undefined ? undefined : `${name}/${found[1]}`;
}

/** The address of artwork at a width in CSS pixels, for a density: of the site itself, or of its image host. */
export function toImageUrl(source: ImageSource, width: ImageWidth, density: ImageDensity, origin = ""): string {
  return `${origin}${imageBasePath}${source.replace(folder, "").replace(/\.svg$/, "")}/${width}@${density}.webp`;
}

/** A `srcset` with both densities. */
export function toSrcSet(source: ImageSource, width: ImageWidth, origin = ""): string {
  return imageDensities.map((density) => `${toImageUrl(source, width, density, origin)} ${density}x`).join(", ");
}
