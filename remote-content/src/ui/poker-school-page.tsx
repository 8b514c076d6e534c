import { useHref } from "@site/contracts/react/site-context";
import { Slot } from "@site/contracts/react/slot";
import scene from "../artwork/banner-school.svg";
import { schoolCopy } from "../content/poker-school.ts";
import { useCopy } from "../use-copy.ts";
import { DeckSheet } from "./deck-sheet.tsx";
import { Guide } from "./guide.tsx";
import { HandRankings } from "./hand-rankings.tsx";
import { PageTop } from "./page-top.tsx";
import { NamedList } from "./named-list.tsx";
import styles from "./poker-school-page.module.css";

/** The rules, the order of hands, the meaning of words (B018), and an explanation of each menu item (B289). */
export function PokerSchoolPage() {
  const href = useHref();
  const { school, guide } = useCopy(schoolCopy).copy;
  const { play, variants, rankings, decide, glossary, next } = school;
  return (
    <DeckSheet>
      <PageTop eyebrow={school.eyebrow} display={school.display} lede={school.lede} artwork={scene} />
      <section className="section" id="how-to-play">
        <div className={`wrap ${styles.pair}`}>
          <div className="stack">
            <h2>{play.heading}</h2>
            <p>{play.lede}</p>
          </div>
          <ol className={styles.streets} role="list">
            {play.streets.map(({ name, text }) => (
              <li key={name} className={styles.street}>
                <h3 className={styles.name}>{name}</h3>
                <p className={styles.quiet}>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="section" id="game-variants">
        <div className="wrap stack">
          <h2>{variants.heading}</h2>
          <p className="lede">{variants.lede}</p>
          <NamedList items={variants.items} />
        </div>
      </section>
      <section className="section section--raised">
        <div className="wrap stack">
          <h2>{rankings.heading}</h2>
          <p className="lede">{rankings.lede}</p>
          <HandRankings hands={rankings.hands} />
        </div>
      </section>
      <section className="section">
        <div className={`wrap ${styles.pair}`}>
          <div className="stack">
            <h2>{decide.heading}</h2>
            <ol className={styles.points}>
              {decide.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ol>
          </div>
          <div className="stack">
            <h2>{glossary.heading}</h2>
            <dl className={styles.glossary}>
              {glossary.terms.map(([term, meaning]) => (
                <div key={term} className={styles.term}>
                  <dt className={styles.word}>{term}</dt>
                  <dd className={styles.meaning}>{meaning}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </section>
      <Guide sections={guide} />
      <section className="section section--felt">
        <div className={`wrap ${styles.next}`}>
          <h2>{next.heading}</h2>
          <p>{next.text}</p>
          <Slot name="download/button" variant="hero" />
          <p>
            <a href={href("/responsible-gaming/")}>{next.link}</a>
          </p>
        </div>
      </section>
    </DeckSheet>
  );
}
