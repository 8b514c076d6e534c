import { useHref } from "@site/contracts/react/site-context";
import scene from "../artwork/banner-streamer.svg";
import { streamerCopy } from "../content/streamer-mode.ts";
import { useCopy } from "../use-copy.ts";
import { ContactWays } from "./contact-ways.tsx";
import { DeckSheet } from "./deck-sheet.tsx";
import { FactTable } from "./fact-table.tsx";
import { PageTop } from "./page-top.tsx";
import styles from "./streamer-mode-page.module.css";

/** The streamer programme: requirements, status, link and tag (B248-B254). */
export function StreamerModePage() {
  const href = useHref();
  const { copy, language } = useCopy(streamerCopy);
  const { figures, requirements, status, link, lose, delay } = copy;
  return (
    <DeckSheet>
      <PageTop eyebrow={copy.eyebrow} display={copy.display} lede={copy.lede} artwork={scene} />
      <section className={`section ${styles.first}`} aria-label={requirements}>
        <ul role="list" className={`wrap ${styles.figures}`}>
          {figures.map(({ figure, text }) => (
            <li key={figure} className="card">
              <strong className={styles.figure}>{figure}</strong>
              <span className={styles.quiet}>{text}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="section section--raised">
        <div className="wrap stack">
          <h2>{status.heading}</h2>
          <ol role="list" className={styles.steps}>
            {status.steps.map(({ name, text, purpose }) => (
              <li key={name} className={styles.step}>
                <h3>{name}</h3>
                <p className={styles.quiet}>{text}</p>
                {purpose && <ContactWays purpose={purpose} language={language} />}
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="section">
        <div className={`wrap ${styles.link}`}>
          <div className="stack">
            <h2>{link.heading}</h2>
            <p>{link.lede}</p>
          </div>
          <FactTable label={link.caption} columns={link.columns} rows={link.rows} />
        </div>
      </section>
      <section className="section">
        <div className={`wrap ${styles.pair}`}>
          <div className="stack">
            <h2 className={styles.heading}>{lose.heading}</h2>
            {lose.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <p>
              <a href={href(lose.link.path)}>{lose.link.label}</a>
            </p>
          </div>
          <div className="card stack">
            <h2 className={styles.heading}>{delay.heading}</h2>
            <p>{delay.text}</p>
          </div>
        </div>
      </section>
    </DeckSheet>
  );
}
