import { useSite } from "@site/contracts/react/site-context";
import { type ImageSource, type ImageWidth, toImageUrl, toSrcSet } from "@site/contracts/islands/image";

interface ArtworkProps {
  /** The import of an SVG of the remote. */
  source: ImageSource;
  /** The drawn width in CSS pixels; styles may show it smaller. */
  width: ImageWidth;
  /** Its height at that width, which prevents a layout shift when it loads. */
  height: number;
  /** A description of the image; empty for an ornament. */
  alt: string;
  className?: string | undefined;
  /** Whether it is in the first view and loaded at once. Other artwork is loaded when it is near the viewport. */
  eager?: boolean;
  /** Another crop for screens that are at least `from` CSS pixels wide. */
  wide?: { source: ImageSource; width: ImageWidth; height: number; from: number };
}

/** Artwork as pixels, in both densities (B229). When it is missing, the page lacks only an ornament. */
export function Artwork({ source, width, height, alt, className, eager = false, wide }: ArtworkProps) {
  const { imageOrigin } = useSite();
  const image = (
    <img
      className={className}
      src={toImageUrl(source, width, 1, imageOrigin)}
      srcSet={toSrcSet(source, width, imageOrigin)}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
      loading={eager ? "eager" : "lazy"}
    />
  );
  if (!wide) return image;
  return (
    <picture>
      <source
        media={`(min-width: ${wide.from}px)`}
        srcSet={toSrcSet(wide.source, wide.width, imageOrigin)}
        width={wide.width}
        height={wide.height}
      />
      {image}
    </picture>
  );
}
