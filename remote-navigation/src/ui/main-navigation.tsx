import { useData } from "@site/contracts/react/site-context";
import { useId } from "react";
import { useIntl } from "react-intl";
import { listShown } from "../menu-items.ts";
import { pickSection } from "../pick-section.ts";
import { MainItem } from "./main-item.tsx";
import styles from "./main-navigation.module.css";

/**
 * The main menu (B039). On wide screens hovering opens panels and moves the bar without a script: the bar is anchored to the hovered item, else to
 * the page's section (B042-B045). On smaller screens its items are an accordion (B055).
 */
export function MainNavigation({ path }: { path: string }) {
  const intl = useIntl();
  const accordion = useId();
  const items = useData("navigations")?.items ?? [];
  const section = pickSection(items, path);
  return (
    <nav className={styles.nav} aria-label={intl.formatMessage({ id: "navigation.main.label" })}>
      <ul className={styles.list} role="list">
        {listShown(items).map((item) => (
          <MainItem key={item.label} item={item} path={path} isActive={item === section} accordion={accordion} />
        ))}
      </ul>
      <span className={styles.bar} aria-hidden="true" />
    </nav>
  );
}
