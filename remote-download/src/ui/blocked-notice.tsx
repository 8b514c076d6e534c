import { FormattedMessage } from "react-intl";
import { useHref } from "@site/contracts/react/site-context";
import styles from "./blocked-notice.module.css";

/** Why the client is not offered at the visitor's place, and links to pages that they can use. */
export function BlockedNotice() {
  const href = useHref();
  return (
    <div className={`card ${styles.notice}`}>
      <h2 className={styles.title}>
        <FormattedMessage id="download.blocked.title" />
      </h2>
      <p>
        <FormattedMessage id="download.blocked.text" />
      </p>
      <a className="button button--quiet" href={href("/poker-school/")}>
        <FormattedMessage id="download.blocked.school" />
      </a>
    </div>
  );
}
