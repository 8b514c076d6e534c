import { FormattedMessage } from "react-intl";
import type { ClientSystem } from "@site/contracts/visitor/client";
import { requirements } from "../system-facts.ts";
import styles from "./requirements-list.module.css";

/** The minimum requirements of a client (B128-B131). */
export function RequirementsList({ system }: { system: ClientSystem }) {
  return (
    <dl className={styles.list}>
      {requirements[system].map(({ term, value }) => (
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
