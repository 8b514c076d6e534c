import { useIslandContext, useSite } from "@site/contracts/react/site-context";
import { useId } from "react";
import { useIntl } from "react-intl";
import { usePanel } from "../use-panel.ts";
import chevrons from "./chevron.module.css";
import { Icon } from "./icon.tsx";
import { LocaleList } from "./locale-list.tsx";
import styles from "./region-selector.module.css";

/**
 * The languages of the site, if there are several (B070), on pages without a region selector. A button and its popover, with the look and behaviour
 * of the region selector's.
 */
export function LanguageMenu({ path }: { path: string }) {
  const intl = useIntl();
  const id = useId();
  const { locales } = useSite();
  const { locale } = useIslandContext();
  const panel = usePanel();
  if (locales.length < 2) return null;
  const current = locales.find((one) => one.code === locale.code);
  return (
    <div className={styles.selector} data-panel="list">
      <button
        type="button"
        className={`${styles.toggle} ${chevrons.chevron}`}
        popoverTarget={id}
        aria-expanded={panel.open}
        id={`${id}toggle`}
        aria-label={intl.formatMessage({ id: "navigation.region.toggle" })}
        aria-labelledby={`${id}toggle ${id}current`}
      >
        <Icon name="globe" />
        <span id={`${id}current`} className={styles.current} lang={current?.languageTag}>
          {current?.name}
        </span>
      </button>
      <div id={id} className={`${styles.popup} ${styles.narrow}`} {...panel.popover}>
        <LocaleList path={path} />
      </div>
    </div>
  );
}
