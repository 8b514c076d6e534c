import { useId } from "react";
import { useIntl } from "react-intl";
import { usePanel } from "../use-panel.ts";
import { Icon } from "./icon.tsx";
import { UtilityList } from "./utility-list.tsx";
import styles from "./utility-panel.module.css";

/** The utility navigation on a desk: a button and its popover. */
export function UtilityPanel({ path }: { path: string }) {
  const intl = useIntl();
  const id = useId();
  const panel = usePanel();
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
      <div id={id} className={styles.popup} {...panel.popover}>
        <UtilityList path={path} label="navigation.utility.label" />
      </div>
    </div>
  );
}
