import { useState } from "react";
import { FormattedMessage } from "react-intl";
import styles from "./page.module.css";

const steps = ["text", "place", "check"] as const;

/** Shows one step after the other. Without JavaScript it shows the first. */
export function Page() {
  const [shown, setShown] = useState(0);
  const step = steps[shown % steps.length] ?? "text";
  return (
    <section className="section wrap stack">
      <p className="lede">
        <FormattedMessage id="your-remote.page.lede" />
      </p>
      <p className={styles.step} role="status">
        <FormattedMessage id={`your-remote.step.${step}`} />
      </p>
      <p>
        <button className="button" type="button" onClick={() => setShown(shown + 1)}>
          <FormattedMessage id="your-remote.page.next" />
        </button>
      </p>
    </section>
  );
}
