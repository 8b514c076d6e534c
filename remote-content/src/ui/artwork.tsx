import { useSite } from "@site/contracts/react/site-context";
import { type ImageSource, type ImageWidth, toImageUrl, toSrcSet } from "@site/contracts/islands/image";

interface ArtworkProps {
  /** What the import of an SVG of the remote gives. */
  source: ImageSource;
  /** Width in CSS pixels it is drawn for; styles may show it smaller. */
  width: ImageWidth;
  /** Its height at that width, so that nothing moves when it loads. */
  height: number;
  /** What it shows; empty for an ornament. */
  alt: string;
  className?: string | undefined;
  /** In the first view: loaded at once. Other artwork is loaded when it is near the viewport. */
  eager?: boolean;
  /** Another crop for screens from `from` CSS pixels on. */
  wide?: { source: ImageSource; width: ImageWidth; height: number; from: number };
}

/** Artwork as pixels, in both densities (B229). Without it, the page lacks an ornament and nothing else. */
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
