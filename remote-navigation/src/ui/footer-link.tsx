import { useHref } from "@site/contracts/react/site-context";
import { useIntl } from "react-intl";
import { toPlainLabel } from "../footer-label.ts";
import styles from "./item-link.module.css";
import { OutsideLabel } from "./outside-label.tsx";

interface FooterLinkProps {
  /** The entry's key, which is also its message. */
  label: string;
  path: string;
  target: "_blank" | undefined;
}

/** An entry of the footer. A link that opens a new tab says so (B091). */
export function FooterLink({ label, path, target }: FooterLinkProps) {
  const intl = useIntl();
  const href = useHref();
  const id = `navigation.footer.${label}`;
  const text = id in intl.messages ? intl.formatMessage({ id }) : toPlainLabel(label);
  return (
    <a className={styles.link} href={href(path)} target={target} rel={target && "noopener"}>
      {target ? <OutsideLabel label={text} /> : text}
    </a>
  );
}
