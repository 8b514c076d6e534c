import type { ImageSource } from "@site/contracts/image";
import { useHref } from "@site/contracts/react/site-context";
import type { PageCopy } from "../page-copy.ts";
import styles from "./article-page.module.css";
import { DeckSheet } from "./deck-sheet.tsx";
import { PageTop } from "./page-top.tsx";

/** A banner, an article, and what stands beside it. */
export function ArticlePage({ copy, artwork }: { copy: PageCopy; artwork: ImageSource }) {
  const href = useHref();
  const { eyebrow, display, lede, sections, aside } = copy;
  return (
    <DeckSheet>
      <PageTop eyebrow={eyebrow} display={display} lede={lede} artwork={artwork} />
      <div className="section">
        <div className={`wrap ${styles.columns}`}>
          <article className="prose">
            {sections.map(({ heading, paragraphs, points, link }) => (
              <section key={heading} className={styles.part}>
                <h2 className={styles.heading}>{heading}</h2>
                {paragraphs.map((text) => <p key={text}>{text}</p>)}
                {points && <ul className={styles.points}>{points.map((text) => <li key={text}>{text}</li>)}</ul>}
                {link && <p><a href={href(link.path)}>{link.label}</a></p>}
              </section>
            ))}
          </article>
          {aside && (
            <div className={`card ${styles.aside}`}>
              <h2 className={styles.asideHeading}>{aside.heading}</h2>
              <p>{aside.text}</p>
              <a className="button button--quiet" href={href(aside.link.path)}>{aside.link.label}</a>
            </div>
          )}
        </div>
      </div>
    </DeckSheet>
  );
}
