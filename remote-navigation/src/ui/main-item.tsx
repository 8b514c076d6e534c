import type { NavigationItem } from "@site/contracts/documents/navigation";
import { useData, useSite } from "@site/contracts/react/site-context";
import { useId } from "react";
import { useIntl } from "react-intl";
import { isTeamItem, listShown } from "../menu-items.ts";
import { usePanel } from "../use-panel.ts";
import chevrons from "./chevron.module.css";
import { ItemLink } from "./item-link.tsx";
import styles from "./main-item.module.css";
import { PanelGroups } from "./panel-groups.tsx";
import { TeamGroup } from "./team-group.tsx";

interface MainItemProps {
  item: NavigationItem;
  path: string;
  isActive: boolean;
  /** The name that all groups of the accordion share. */
  accordion: string;
}

/** One item of the main menu, with a panel when it has a sub-area (B042). */
export function MainItem({ item, path, isActive, accordion }: MainItemProps) {
  const { flags } = useSite();
  const hasTeam = (useData("brand-ambassador")?.ambassadors.length ?? 0) > 0;
  const showsTeam = isTeamItem(item) && flags.isSupportBrandAmbassador && hasTeam;
  const hasPanel = item.showSubArea && (showsTeam || listShown(item.children).length > 0);
  if (!hasPanel) {
    return (
      <li className={styles.item} data-active={isActive || undefined}>
        <ItemLink className={styles.link} item={item} path={path} />
      </li>
    );
  }
  return <PanelItem item={item} path={path} isActive={isActive} accordion={accordion} showsTeam={showsTeam} />;
}

/**
 * On wide screens: a link, a button, and the panel as its popover. The button works without a script, Escape closes the panel and returns the focus,
 * and opening another panel closes this one. Hovering over the item shows the panel too, by CSS; the shell then dismisses it (B046). On smaller
 * screens the panel is the content of the preceding `details` (B055). All `details` share one name, so the browser keeps one open at a time and a
 * second press closes it (B056).
 */
function PanelItem({ item, path, isActive, accordion, showsTeam }: MainItemProps & { showsTeam: boolean }) {
  const intl = useIntl();
  const id = useId();
  const panel = usePanel();
  return (
    <li className={`${styles.item} ${styles.group}`} data-active={isActive || undefined} data-panel="menu">
      <ItemLink className={styles.link} item={item} path={path} />
      <button
        type="button"
        className={`${styles.toggle} ${chevrons.chevron}`}
        popoverTarget={id}
        aria-expanded={panel.open}
        aria-label={intl.formatMessage({ id: "navigation.main.panel" }, { label: item.label })}
      />
      <details name={accordion} suppressHydrationWarning>
        <summary className={styles.label}>{item.label}</summary>
      </details>
      <div id={id} className={styles.panel} {...panel.popover}>
        {showsTeam && <TeamGroup item={item} />}
        <PanelGroups item={item} path={path} />
      </div>
    </li>
  );
}
