import type { NavigationItem } from "@site/contracts/documents/navigation";
import { useData } from "@site/contracts/react/site-context";
import { useIntl } from "react-intl";
import { listShown, listWithoutDownload } from "../menu-items.ts";
import { useOffers } from "../use-offers.ts";
import { ItemLink } from "./item-link.tsx";
import styles from "./utility-list.module.css";

/** The utility navigation with the children of its items (B057), without downloads where none is offered. `label` is the message that names it where it stands. */
export function UtilityList({ path, label }: { path: string; label: string }) {
  const intl = useIntl();
  const items = useData("util-navigations")?.items ?? [];
  const offered = useOffers() ? items : listWithoutDownload(items);
  return (
    <nav className={styles.nav} aria-label={intl.formatMessage({ id: label })}>
      <Level items={offered} path={path} />
    </nav>
  );
}

function Level({ items, path }: { items: NavigationItem[]; path: string }) {
  return (
    <ul className={styles.level} role="list">
      {listShown(items).map((item) => (
        <li key={item.label}>
          <ItemLink item={item} path={path} />
          {listShown(item.children).length > 0 && <Level items={item.children} path={path} />}
        </li>
      ))}
    </ul>
  );
}
