import { useData, usePage } from "@site/contracts/react/site-context";
import { useIntl } from "react-intl";
import { listSubNavigation, pickSection } from "../pick-section.ts";
import { ItemLink } from "./item-link.tsx";
import styles from "./sub-navigation.module.css";

/**
 * The second bar: the other pages of the page's section, as a slider (B052). Nothing on routes whose name starts with `index` (B026), on error pages,
 * and on pages without a section.
 */
export function SubNavigation() {
  const intl = useIntl();
  const page = usePage();
  const section = pickSection(useData("navigations")?.items ?? [], page.path);
  if (page.name.startsWith("index") || page.status !== 200 || !section) return null;
  const items = listSubNavigation(section);
  if (items.length === 0) return null;
  return (
    <nav
      className={styles.nav}
      aria-label={intl.formatMessage({ id: "navigation.sub.label" }, { label: section.label })}
    >
      <ul className={styles.slider} role="list">
        {items.map((item) => (
          <li className={styles.slide} key={item.label}>
            <ItemLink className={styles.link} item={item} path={page.path} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
