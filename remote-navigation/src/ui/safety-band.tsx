import { useHref, useSite } from "@site/contracts/react/site-context";
import { useId } from "react";
import { FormattedMessage } from "react-intl";
import { NewTabNote } from "./new-tab-note.tsx";
import styles from "./safety-band.module.css";

/** The minimum age, and links to help, above all other links of the footer. */
export function SafetyBand() {
  const href = useHref();
  const id = useId();
  const { minimumAge, helplineUrl } = useSite();
  return (
    <div className={styles.band}>
      <section className={`wrap ${styles.inner}`} aria-labelledby={id}>
        <p className={styles.age} aria-hidden="true">
          {`${minimumAge}+`}
        </p>
        <div className={styles.text}>
          <h2 className={styles.title} id={id}>
            <FormattedMessage id="navigation.safety.title" />
          </h2>
          <p>
            <FormattedMessage id="navigation.safety.text" values={{ age: minimumAge }} />
          </p>
        </div>
        <p className={styles.links}>
          <a className={`button ${styles.main}`} href={href("/responsible-gaming/")}>
            <FormattedMessage id="navigation.footer.RESPONSIBLE_GAMING" />
          </a>
          <a
            className={`button button--quiet ${styles.helpline}`}
            href={href(helplineUrl)}
            target="_blank"
            rel="noopener"
          >
            <FormattedMessage id="navigation.safety.helpline" />
            <NewTabNote />
          </a>
        </p>
      </section>
    </div>
  );
}
