import { FormattedMessage } from "react-intl";
import type { Platform } from "@site/contracts/visitor/visitor";
import { requirements } from "../system-facts.ts";
import styles from "./requirements-list.module.css";

/** What a client needs at least (B128-B131). */
export function RequirementsList({ platform }: { platform: Platform }) {
  return (
    <dl className={styles.list}>
      {requirements[platform].map(({ term, value }) => (
        <div key={term} className={styles.pair}>
          <dt className={styles.term}>
            <FormattedMessage id={`download.need.${term}`} />
          </dt>
          <dd className={styles.value}>
            {term === "device" ? <FormattedMessage id="download.need.equivalent" values={{ device: value }} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
