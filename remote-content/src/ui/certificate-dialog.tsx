import { useId } from "react";
import { FormattedMessage } from "react-intl";
import type { Certificate } from "@site/contracts/site/site-facts";
import { certificateId } from "../certificate-id.ts";
import { CertificateArt } from "./certificate-art.tsx";
import styles from "./certificate-dialog.module.css";

/**
 * The certificate of the site's record (B087), which the badge in the hero opens. It is at the end of home, because its drawing takes 0.5 KB that the
 * first viewport does not need.
 */
export function CertificateDialog({ certificate }: { certificate: Certificate }) {
  const title = useId();
  return (
    <dialog id={certificateId} className={styles.dialog} popover="auto" closedby="any" aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        <FormattedMessage id="content.certificate.title" />
      </h2>
      <CertificateArt certificate={certificate} />
      <p className={styles.caption}>
        <FormattedMessage id="content.certificate.caption" />
      </p>
      <button
        type="button"
        className="button button--quiet"
        popoverTarget={certificateId}
        popoverTargetAction="hide"
        data-modal-close=""
      >
        <FormattedMessage id="content.certificate.close" />
      </button>
    </dialog>
  );
}
