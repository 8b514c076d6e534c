import { pickCopy } from "@site/contracts/locale/pick-copy";
import { useIslandContext } from "@site/contracts/react/site-context";
import { responsibleCopy } from "../content/responsible-gaming.ts";
import { fillPlaceholders } from "../policy-values.ts";
import { AdviceCards } from "./advice-cards.tsx";
import { ContactWays } from "./contact-ways.tsx";
import { ResponsibleGamingHero } from "./responsible-gaming-hero.tsx";
import { ResponsibleGamingHelp } from "./responsible-gaming-help.tsx";
import styles from "./responsible-gaming-page.module.css";

/** Responsible gaming: first how to notice, then what to do, then who helps (B246, B270). */
export function ResponsibleGamingPage() {
  const context = useIslandContext();
  const {
    copy: { opening, signs, limits, exclusion, age, help },
    language,
  } = pickCopy(responsibleCopy, context);
  const fill = (text: string): string =>
    fillPlaceholders(text, { texts: { age: String(context.site.minimumAge) }, lists: {} });
  return (
    <>
      <ResponsibleGamingHero title={opening.title} text={opening.text} />

      <section className="section section--raised" id="signs" aria-labelledby="signs-title">
        <div className={`wrap ${styles.split}`}>
          <div className={styles.intro}>
            <h2 id="signs-title">{signs.title}</h2>
            <p className={styles.text}>{signs.text}</p>
          </div>
          <ul className={styles.signs} role="list">
            {signs.items.map((item) => (
              <li key={item} className={styles.sign}>
                {item}
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className="section" id="limits" aria-labelledby="limits-title">
        <div className="wrap">
          <h2 id="limits-title">{limits.title}</h2>
          <p className={styles.text}>{limits.text}</p>
          <AdviceCards items={limits.items} />
          <p className={styles.text}>{limits.note}</p>
          <ContactWays purpose="support" language={language} />
        </div>
      </section>

      <section className="section section--raised" id="self-exclusion" aria-labelledby="self-exclusion-title">
        <div className="wrap">
          <h2 id="self-exclusion-title">{exclusion.title}</h2>
          <p className={styles.text}>{exclusion.text}</p>
          <AdviceCards items={exclusion.terms} />
          <ol className={styles.steps} role="list">
            {exclusion.steps.map((step, place) => (
              <li key={step} className={styles.step}>
                <span>
                  {step}
                  {place === 0 && <ContactWays purpose="support" language={language} />}
                </span>
              </li>
            ))}
          </ol>
          <p className={styles.text}>{exclusion.note}</p>
        </div>
      </section>

      <section className="section" id="age" aria-labelledby="age-title">
        <div className={`wrap ${styles.split}`}>
          <div className={styles.intro}>
            <h2 id="age-title">{fill(age.title)}</h2>
            <p className={styles.text}>{fill(age.text)}</p>
          </div>
          <ul className={styles.signs} role="list">
            {age.items.map((item) => (
              <li key={item} className={styles.sign}>
                {item}
              </li>
            ))}
          </ul>
        </div>
      </section>

      <ResponsibleGamingHelp help={help} language={language} />
    </>
  );
}
