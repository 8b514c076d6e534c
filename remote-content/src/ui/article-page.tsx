import type { ImageSource } from "@site/contracts/islands/image";
import { useHref } from "@site/contracts/react/site-context";
import type { PageCopy } from "../copy/page-copy.ts";
import styles from "./article-page.module.css";
import { ContactWays } from "./contact-ways.tsx";
import { DeckSheet } from "./deck-sheet.tsx";
import { PageTop } from "./page-top.tsx";

/** The path of the contact page: a link to it is followed by the address (B286). */
const contactPath = "/contact/";

/** A banner, an article, and its aside. */
export function ArticlePage({ copy, language, artwork }: { copy: PageCopy; language: string; artwork: ImageSource }) {
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
                {paragraphs.map((text) => (
                  <p key={text}>{text}</p>
                ))}
                {points && (
                  <ul className={styles.points}>
                    {points.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                )}
                {link && (
                  <p>
                    <a href={href(link.path)}>{link.label}</a>
                    {link.path === contactPath && <ContactWays purpose="support" language={language} />}
                  </p>
                )}
              </section>
            ))}
          </article>
          {aside && (
            <div className={`card ${styles.aside}`}>
              <h2 className={styles.asideHeading}>{aside.heading}</h2>
              <p>{aside.text}</p>
              {aside.link.path === contactPath && <ContactWays purpose="support" language={language} />}
              <a className="button button--quiet" href={href(aside.link.path)}>
                {aside.link.label}
              </a>
            </div>
          )}
        </div>
      </div>
    </DeckSheet>
  );
}
