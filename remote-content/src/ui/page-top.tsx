import type { ImageSource } from "@site/contracts/islands/image";
import { Artwork } from "./artwork.tsx";
import styles from "./page-top.module.css";

interface PageTopProps {
  eyebrow: string;
  display: string;
  lede: string;
  /** The scene on the table beside the text: an ornament, 960 by 600. */
  artwork: ImageSource;
}

/** The first element of a page: its large line, and a scene under the lamp. The page's `h1` is the shell's and hidden. */
export function PageTop({ eyebrow, display, lede, artwork }: PageTopProps) {
  return (
    <section className={`section section--felt ${styles.banner}`}>
      <div className={`wrap ${styles.text}`}>
        {/* Hidden from screen readers: the page's hidden heading before it says the same. */}
        <p className="eyebrow" aria-hidden="true">
          {eyebrow}
        </p>
        <p className={`display ${styles.display}`}>{display}</p>
        <p className={`lede ${styles.lede}`}>{lede}</p>
      </div>
      <Artwork
        className={styles.scene}
        source={artwork}
        width={480}
        height={300}
        alt=""
        eager
        wide={{ source: artwork, width: 960, height: 600, from: 768 }}
      />
    </section>
  );
}
