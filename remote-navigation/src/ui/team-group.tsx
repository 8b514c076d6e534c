import type { NavigationItem } from "@site/contracts/documents/navigation";
import { useData, useHref } from "@site/contracts/react/site-context";
import { FormattedMessage } from "react-intl";
import { Portrait } from "./portrait.tsx";
import styles from "./team-group.module.css";

/** The ambassadors with their portraits, and a link to all of them (B049, B050). */
export function TeamGroup({ item }: { item: NavigationItem }) {
  const href = useHref();
  const ambassadors = useData("brand-ambassador")?.ambassadors ?? [];
  return (
    <div className={styles.team}>
      <ul className={styles.list} role="list">
        {ambassadors.slice(0, 6).map(({ slug, name }) => (
          <li key={slug}>
            <a className={styles.ambassador} href={href(`${item.path}${slug}/`)}>
              <Portrait name={name} slug={slug} />
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <a className={styles.all} href={href(item.path)}>
        <FormattedMessage id="navigation.team.all" />
      </a>
    </div>
  );
}
