import { useHref, useIslandContext } from "@site/contracts/react/site-context";
import { isBlocked } from "@site/contracts/visitor/visitor";
import { homeCopy } from "../content/home.ts";
import { pickWelcomeBonus } from "../content/welcome-bonus.ts";
import { useCopy } from "../use-copy.ts";
import { DealtSection } from "./dealt-section.tsx";
import styles from "./home-bonus.module.css";
import { NamedList } from "./named-list.tsx";

/** The Welcome Bonus for the visitor's country, and the promotions that are no part of it (B243-B245). */
export function HomeBonus() {
  const {
    copy: { bonus, promotions },
    language,
  } = useCopy(homeCopy);
  const href = useHref();
  const {
    visitor,
    data: { facts },
  } = useIslandContext();
  if (!facts) throw new Error("Home names facts in its data.");
  // Where the client is blocked, nothing is offered with it either.
  const isOffered = !isBlocked(visitor);
  const { match, free, joiner } = pickWelcomeBonus(facts.bonus, visitor.rule, language);
  return (
    <DealtSection rank="10" className="section--raised" id="welcome-bonus">
      <div className="wrap stack">
        <h2>{bonus.title}</h2>
        <p className="lede">{isOffered ? bonus.lede : bonus.notOffered}</p>
        {isOffered && (
          <>
            <div className={styles.offers}>
              <p className={`card ${styles.offer}`}>
                <strong className={styles.figure}>{match.figure}</strong>
                {match.text}
              </p>
              <p className={styles.joiner}>{joiner}</p>
              <p className={`card ${styles.offer}`}>
                <strong className={styles.figure}>{free.figure}</strong>
                {free.text}
              </p>
            </div>
            <a className={styles.terms} href={href("/terms-conditions/#welcome-bonus")}>
              {bonus.terms}
            </a>
          </>
        )}
        <h2 id="promotions" className={styles.promotions}>
          {promotions.title}
        </h2>
        <NamedList items={promotions.items} />
      </div>
    </DealtSection>
  );
}
