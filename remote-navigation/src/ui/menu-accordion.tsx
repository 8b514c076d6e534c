import type { NavigationItem } from "@site/contracts/documents/navigation";
import { useData, useSite } from "@site/contracts/react/site-context";
import { useId } from "react";
import { useIntl } from "react-intl";
import { isTeamItem, listShown } from "../menu-items.ts";
import { ItemLink } from "./item-link.tsx";
import styles from "./menu-accordion.module.css";
import { PanelGroups } from "./panel-groups.tsx";
import { TeamGroup } from "./team-group.tsx";

/**
 * The main menu as an accordion (B055): `details` of one name, so the browser keeps one open at a time and a second
 * press closes it (B056).
 */
export function MenuAccordion({ path }: { path: string }) {
  const intl = useIntl();
  const name = useId();
  const items = useData("navigations")?.items ?? [];
  return (
    <nav aria-label={intl.formatMessage({ id: "navigation.menu.main" })}>
      <ul className={styles.list} role="list">
        {listShown(items).map((item) => (
          <li key={item.label}>
            <AccordionItem item={item} path={path} name={name} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AccordionItem({ item, path, name }: { item: NavigationItem; path: string; name: string }) {
  const { flags } = useSite();
  const showsTeam = isTeamItem(item) && flags.isSupportBrandAmbassador;
  if (!item.showSubArea || (!showsTeam && listShown(item.children).length === 0)) {
    return <ItemLink className={styles.single} item={item} path={path} />;
  }
  return (
    <details className={styles.group} name={name} suppressHydrationWarning>
      <summary className={styles.label}>{item.label}</summary>
      <div className={styles.body}>
        {showsTeam && <TeamGroup item={item} />}
        <PanelGroups item={item} path={path} />
      </div>
    </details>
  );
}
