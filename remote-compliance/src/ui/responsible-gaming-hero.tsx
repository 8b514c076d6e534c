import { FormattedMessage, useIntl } from "react-intl";
import { useSite } from "@site/contracts/react/site-context";
import { AgeChip } from "./age-chip.tsx";
import styles from "./responsible-gaming-hero.module.css";

/** The first view: the promise, the way to help, and the minimum age. */
export function ResponsibleGamingHero({ title, text }: { title: string; text: string }) {
  const { helplineUrl } = useSite();
  const intl = useIntl();
  return (
    <section className="section section--felt">
      <div className={`wrap ${styles.hero}`}>
        <div>
          <p className="eyebrow" aria-hidden="true">
            <FormattedMessage id="compliance.responsible.title" />
          </p>
          <h2 className={`display ${styles.title}`}>{title}</h2>
          <p className="lede">{text}</p>
          <p className={styles.actions}>
            <a className="button" href={helplineUrl} target="_blank" rel="noopener">
              <FormattedMessage id="compliance.responsible.help-now" />
              <span className="visually-hidden"> {intl.formatMessage({ id: "compliance.policy.new-tab" })}</span>
            </a>
            <a className="button button--quiet" href="#self-exclusion">
              <FormattedMessage id="compliance.responsible.exclude" />
            </a>
          </p>
        </div>
        <AgeChip />
      </div>
    </section>
  );
}
