import { FormattedMessage } from "react-intl";
import { formatDate } from "@site/contracts/locale/written-date";
import type { Policy } from "../parse-policy.ts";
import styles from "./policy-header.module.css";

/** Title, purpose, date and, if there is one, version of a policy. The page's real heading is the shell's hidden one. */
export function PolicyHeader({ policy, language }: { policy: Policy; language: string }) {
  return (
    <header className={`section--felt ${styles.header}`}>
      <div className="wrap">
        <p className="eyebrow">
          <FormattedMessage id="compliance.policy.eyebrow" />
        </p>
        <p className={`display ${styles.title}`} aria-hidden="true">
          {policy.title}
        </p>
        <p className="lede">{policy.description}</p>
        <dl className={styles.facts}>
          {policy.version !== undefined && (
            <div>
              <dt className={styles.term}>
                <FormattedMessage id="compliance.policy.version" />
              </dt>
              <dd className={styles.value}>{policy.version}</dd>
            </div>
          )}
          <div>
            <dt className={styles.term}>
              <FormattedMessage id="compliance.policy.effective" />
            </dt>
            <dd className={styles.value}>
              <time dateTime={policy.effectiveDate}>{formatDate(policy.effectiveDate, language)}</time>
            </dd>
          </div>
        </dl>
      </div>
    </header>
  );
}
