import { homeCopy } from "../content/home.ts";
import { useCopy } from "../use-copy.ts";
import styles from "./home-anyway.module.css";

/** The long text of home (B240). */
export function HomeAnyway() {
  const {
    copy: { anyway },
  } = useCopy(homeCopy);
  return (
    <section className="section section--raised">
      <div className="wrap stack">
        <h2>{anyway.title}</h2>
        <p className="lede">{anyway.lede}</p>
        <div className={styles.parts}>
          {anyway.parts.map(({ heading, paragraphs }) => (
            <section key={heading} className="stack">
              <h3>{heading}</h3>
              {paragraphs.map((text) => (
                <p key={text} className={styles.text}>
                  {text}
                </p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </section>
  );
}
