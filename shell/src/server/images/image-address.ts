import {
  imageBasePath,
  type ImageDensity,
  imageDensities,
  type ImageWidth,
  imageWidths,
  toImageKey,
} from "@site/contracts/islands/image";

/** A parsed address below `/_image/`. An address with a size that is not in the list is refused. */
export type ImageAddress =
  | { kind: "artwork"; key: string; width: number; density: number; format: "webp" | "png" }
  | { kind: "card"; key: string }
  | { kind: "size"; key: string }
  | { kind: "refused"; key: string }
  | { kind: "unknown" };

/** Widths in pixels at which the site's icon is drawn: for a home screen, and what manifests ask for. */
const iconWidths = [180, 192, 512] as const;

/** The address of the site's icon among the files of a shell's release, at one of the icon widths. */
export function toIconUrl(files: Iterable<string>, width: (typeof iconWidths)[number]): string | undefined {
  for (const file of files) {
    const key = toImageKey("shell", file);
    if (key?.startsWith("shell/icon.")) return `${imageBasePath}${key}/${width}.png`;
  }
  return undefined;
}

/** Reads an address, such as `content/felt.1a2b3c4d/640@2.webp`, `card/0123456789abcdef.png` or `shell/icon.1a2b3c4d/192.png`. */
export function toArtworkAddress(address: string): ImageAddress {
  const card = /^card\/([0-9a-f]{16})\.png$/.exec(address);
  if (card?.[1] !== undefined) return { kind: "card", key: card[1] };
  const [, key, file] = /^([a-z][a-z0-9-]*\/[A-Za-z0-9_-]+\.[0-9a-f]{8})\/([^/]+)$/.exec(address) ?? [];
  if (key === undefined || file === undefined) return { kind: "unknown" };
  if (file === "meta.json") return { kind: "size", key };
  const [, width, density] = /^([1-9]\d{1,3})@(\d)\.webp$/.exec(file) ?? [];
  if (isWidth(Number(width)) && isDensity(Number(density)))
    return { kind: "artwork", key, width: Number(width), density: Number(density), format: "webp" };
  const [, icon] = /^([1-9]\d{1,3})\.png$/.exec(file) ?? [];
  if (iconWidths.some((one) => one === Number(icon)))
    return { kind: "artwork", key, width: Number(icon), density: 1, format: "png" };
  return { kind: "refused", key };
}

/** Whether an address is that of a picture. Only such addresses are looked up in the cache on disk. */
export function isPicture(address: string): boolean {
  return ["artwork", "card"].includes(toArtworkAddress(address).kind);
}

function isWidth(value: number): value is ImageWidth {
  return imageWidths.some((width) => width === value);
}

function isDensity(value: number): value is ImageDensity {
  return imageDensities.some((density) => density === value);
}

/** The distinct addresses of artwork in some HTML, without the prefix `/_image/`. */
export function toAddresses(html: string): string[] {
  const matches = html.matchAll(new RegExp(`${imageBasePath}([a-z][a-z0-9-]*/[^"\\s,]+\\.webp)`, "g"));
  return [...new Set([...matches].map(([, address = ""]) => address))];
}
