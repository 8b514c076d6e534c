import { parseHand } from "../card.ts";
import { homeCopy } from "../content/home.ts";
import { useCopy } from "../use-copy.ts";
import styles from "./home-analysis.module.css";
import { PlayingCard } from "./playing-card.tsx";

const board = parseHand("Kh 7c 2d 10h 4s");

/** The hand-analysis tool: a board along the line of a hand. The drawing shows no real figures. */
export function HomeAnalysis() {
  const {
    copy: { analysis },
  } = useCopy(homeCopy);
  return (
    <section className="section section--raised" id="hand-analysis">
      <div className={`wrap ${styles.columns}`}>
        <div className="stack">
          <h2>{analysis.title}</h2>
          {analysis.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <div className="card" aria-hidden="true">
          <div className={styles.board}>
            {board.map((card) => (
              <PlayingCard key={card.rank} card={card} plain />
            ))}
          </div>
          {/* What the lines look like is said in attributes: rules would travel in front of home's first viewport. */}
          <svg className={styles.line} viewBox="0 0 400 110" fill="none">
            <path stroke="var(--color-line)" d="M0 20h400M0 55h400M0 90h400" />
            <path stroke="currentColor" strokeWidth="3" d="M10 60C60 30 90 44 130 40s70 26 110 22 70-44 150-46" />
            {/* Lines without a length, whose round ends are dots. */}
            <path stroke="var(--color-action)" strokeLinecap="round" strokeWidth="12" d="M130 40h0M240 62h0M390 16h0" />
          </svg>
        </div>
      </div>
    </section>
  );
}
