import { useIslandContext, useSite } from "@site/contracts/react/site-context";
import { useId } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { usePanel } from "../use-panel.ts";
import chevrons from "./chevron.module.css";
import { LocaleList } from "./locale-list.tsx";
import { RegionFlag } from "./region-flag.tsx";
import { RegionList } from "./region-list.tsx";
import styles from "./region-selector.module.css";

/**
 * The site's region and the brand's other regions (B068, B069). The button's name is its label and the country and
 * language it shows (B081, B292). The popup is a popover: the button works before any script, and hovering shows it by CSS.
 * The shell closes it: when the pointer leaves it (B074), on a choice (B075), and 500 ms after the focus has left (B076).
 */
export function RegionSelector({ path }: { path: string }) {
  const intl = useIntl();
  const id = useId();
  const { regions, siteId, locales } = useSite();
  const { locale } = useIslandContext();
  const panel = usePanel();
  const current = regions.find((region) => region.id === siteId);
  if (!current) return null;
  const localeName = locales.find((one) => one.code === locale.code)?.name ?? current.localeName;
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
        <RegionFlag region={current} />
        <span id={`${id}current`} className={styles.current}>
          {`${current.countryName} `}
          <span className={styles.language}>{localeName}</span>
        </span>
      </button>
      <div id={id} tabIndex={-1} className={styles.popup} {...panel.popover}>
        {locales.length > 1 && (
          <div className={styles.languages}>
            <LocaleList path={path} />
          </div>
        )}
        <p className={styles.title}>
          <FormattedMessage id="navigation.region.title" />
        </p>
        <div className={styles.regions}>
          <RegionList regions={regions.filter((region) => region !== current)} />
        </div>
      </div>
    </div>
  );
}
