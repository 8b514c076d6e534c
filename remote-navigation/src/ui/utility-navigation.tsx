import type { NavigationItem } from "@site/contracts/documents/navigation";
import { useData } from "@site/contracts/react/site-context";
import { useId } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { listShown, listWithoutDownload } from "../menu-items.ts";
import { useOffers } from "../use-offers.ts";
import { usePanel } from "../use-panel.ts";
import { Icon } from "./icon.tsx";
import { ItemLink } from "./item-link.tsx";
import styles from "./utility-navigation.module.css";

/**
 * The utility navigation with the children of its items (B057), without downloads when none is offered. On wide screens a button and its popover; on
 * smaller ones the end of the menu, under a title.
 */
export function UtilityNavigation({ path }: { path: string }) {
  const intl = useIntl();
  const id = useId();
  const panel = usePanel<HTMLElement>();
  const items = useData("util-navigations")?.items ?? [];
  const offered = useOffers() ? items : listWithoutDownload(items);
  return (
    <div className={styles.utility} data-panel="menu">
      <button
        type="button"
        className={styles.toggle}
        popoverTarget={id}
        aria-expanded={panel.open}
        aria-label={intl.formatMessage({ id: "navigation.utility.toggle" })}
      >
        <Icon name="help" />
      </button>
      <p className={styles.title}>
        <FormattedMessage id="navigation.utility.title" />
      </p>
      <nav
        id={id}
        className={styles.list}
        aria-label={intl.formatMessage({ id: "navigation.utility.label" })}
        {...panel.popover}
      >
        <Level items={offered} path={path} />
      </nav>
    </div>
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
