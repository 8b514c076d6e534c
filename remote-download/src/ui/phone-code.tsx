import { FormattedMessage, useIntl } from "react-intl";
import { useIslandContext } from "@site/contracts/react/site-context";
import styles from "./phone-code.module.css";

/** The page's address as a code for a phone's camera, to continue there. */
export function PhoneCode({ className }: { className: string }) {
  const { locale } = useIslandContext();
  const intl = useIntl();
  return (
    <figure className={`card ${styles.phone} ${className}`}>
      <img
        className={styles.code}
        src={`/download/qr/${locale.code}.svg`}
        width="160"
        height="160"
        // Not fetched on a phone, where it is hidden.
        loading="lazy"
        alt={intl.formatMessage({ id: "download.phone.alt" })}
      />
      <figcaption className={styles.caption}>
        <h2 className={styles.title}>
          <FormattedMessage id="download.phone.title" />
        </h2>
        <p className={styles.text}>
          <FormattedMessage id="download.phone.text" />
        </p>
      </figcaption>
    </figure>
  );
}
