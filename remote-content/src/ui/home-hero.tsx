import { useHref } from "@site/contracts/react/site-context";
import { Slot } from "@site/contracts/react/slot";
import { parseHand } from "../card.ts";
import { homeCopy } from "../content/home.ts";
import { useCopyFacts } from "../copy-facts.ts";
import { useCopy } from "../use-copy.ts";
import styles from "./home-hero.module.css";
import { PlayingCard } from "./playing-card.tsx";

const hand = parseHand("10s Js Qs Ks As");

/** The headline, the download action for the visitor's device, and a hand of cards. */
export function HomeHero() {
  const {
    copy: { hero },
    language,
  } = useCopy(homeCopy);
  const facts = useCopyFacts(language);
  const href = useHref();
  return (
    <section className={`section section--felt ${styles.hero}`}>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.text}>
          <p className="eyebrow" aria-hidden="true">
            {hero.eyebrow(facts)}
          </p>
          <p className={`display ${styles.promise}`}>{hero.display}</p>
          <p className="lede">{hero.lede}</p>
          <div className={styles.actions}>
            <Slot name="download/button" variant="hero" />
            <Slot name="content/record-badge" />
          </div>
          <p className={styles.note}>
            {`${hero.note(facts)} `}
            <a href={href("/responsible-gaming/")}>{hero.noteLink}</a>
          </p>
        </div>
        <div className={styles.hand} aria-hidden="true">
          {hand.map((card) => (
            <PlayingCard key={card.rank} card={card} shared className={styles.card} />
          ))}
        </div>
      </div>
    </section>
  );
}
