import { useData } from "@site/contracts/react/site-context";
import { useId } from "react";
import { FormattedMessage } from "react-intl";
import { FooterLink } from "./footer-link.tsx";
import styles from "./footer-groups.module.css";

/** The navigation groups of the footer, in the order of the site's configuration (B088), and the contact link. */
export function FooterGroups() {
  const id = useId();
  const groups = useData("footer")?.navigations ?? [];
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <nav key={group.key} aria-labelledby={`${id}${group.key}`}>
          <h2 className={styles.title} id={`${id}${group.key}`}>
            <FormattedMessage id={`navigation.footer.${group.key}`} />
          </h2>
          <ul className={styles.list} role="list">
            {group.children.map((entry) => (
              <li key={entry.key}>
                <FooterLink label={entry.key} path={entry.path} target={entry.target} />
              </li>
            ))}
            {group.key === "GG_POLICY" && (
              <li>
                <FooterLink label="CONTACT_US" path="/contact/" target={undefined} />
              </li>
            )}
          </ul>
        </nav>
      ))}
    </div>
  );
}
