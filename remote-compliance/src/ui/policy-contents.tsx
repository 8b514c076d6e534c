import { useId } from "react";
import { FormattedMessage } from "react-intl";
import type { PolicyHeading } from "../render-policy.ts";
import styles from "./policy-contents.module.css";

/**
 * The clauses of a document as links: beside the text on wide screens, folded above it on a phone. One of the two is always `display: none`, so
 * screen readers read it once.
 */
export function PolicyContents({ contents }: { contents: readonly PolicyHeading[] }) {
  const title = useId();
  const list = (
    <ol className={styles.list}>
      {contents.map(({ id, text }) => (
        <li key={id}>
          <a className={styles.link} href={`#${id}`}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <div className={styles.place}>
      <details className={styles.folded}>
        <summary>
          <FormattedMessage id="compliance.policy.contents" />
        </summary>
        {list}
      </details>
      <nav className={styles.beside} aria-labelledby={title}>
        <p className={styles.title} id={title}>
          <FormattedMessage id="compliance.policy.contents" />
        </p>
        {list}
      </nav>
    </div>
  );
}
