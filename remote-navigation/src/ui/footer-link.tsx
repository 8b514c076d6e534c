import { useHref } from "@site/contracts/react/site-context";
import { FormattedMessage, useIntl } from "react-intl";
import { toPlainLabel } from "../footer-label.ts";
import { Icon } from "./icon.tsx";
import styles from "./item-link.module.css";

interface FooterLinkProps {
  /** The entry's key, which is also its message. */
  label: string;
  path: string;
  target: "_blank" | undefined;
}

/** One entry of the footer. What opens a new tab says so (B091). */
export function FooterLink({ label, path, target }: FooterLinkProps) {
  const intl = useIntl();
  const href = useHref();
  const id = `navigation.footer.${label}`;
  return (
    <a className={styles.link} href={href(path)} target={target} rel={target && "noopener"}>
      {id in intl.messages ? <FormattedMessage id={id} /> : toPlainLabel(label)}
      {target && (
        <>
          <Icon name="outside" className={styles.outside} />
          <span className="visually-hidden">
            {" "}
            <FormattedMessage id="navigation.link.newTab" />
          </span>
        </>
      )}
    </a>
  );
}
