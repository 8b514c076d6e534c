import { useIslandContext, useSite } from "@site/contracts/react/site-context";
import { type FocusEvent, type PointerEvent, useEffect, useId, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { createDelayedClose, regionCloseDelay } from "../delayed-close.ts";
import { usePanel } from "../use-panel.ts";
import { Icon } from "./icon.tsx";
import { LocaleList } from "./locale-list.tsx";
import { RegionFlag } from "./region-flag.tsx";
import { RegionList } from "./region-list.tsx";
import styles from "./region-selector.module.css";

/**
 * Where the visitor is and where else the brand is (B068, B069). The popup is a popover: the button works before any
 * script, and hovering shows it by CSS. Script adds the closing: on leaving it with the pointer (B074), on a choice
 * (B075), and 500 ms after the focus has left (B076). Focus that moved into the popup has not left it.
 */
export function RegionSelector({ path }: { path: string }) {
  const intl = useIntl();
  const id = useId();
  const { regions, siteId, locales } = useSite();
  const { locale } = useIslandContext();
  const panel = usePanel();
  const [closing] = useState(() => createDelayedClose(() => panel.close(), regionCloseDelay));
  useEffect(() => closing.cancel, [closing]);

  const current = regions.find((region) => region.id === siteId);
  if (!current) return null;
  const localeName = locales.find((one) => one.code === locale.code)?.name ?? current.localeName;
  const onBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) closing.schedule();
  };
  const onPointerLeave = (event: PointerEvent): void => {
    panel.host.onPointerLeave(event);
    if (event.pointerType === "mouse") panel.close();
  };
  return (
    <div className={styles.selector} {...panel.host} onPointerLeave={onPointerLeave} onFocus={closing.cancel} onBlur={onBlur}>
      <button
        type="button"
        className={styles.toggle}
        popoverTarget={id}
        aria-expanded={panel.open}
        aria-label={intl.formatMessage({ id: "navigation.region.toggle" })}
        aria-describedby={`${id}current`}
      >
        <RegionFlag region={current} />
        <Icon name="chevron" />
      </button>
      <span id={`${id}current`} className={styles.current}>
        <span className={styles.country}>{current.countryName}</span> <span className={styles.language}>{localeName}</span>
      </span>
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
