import { Slot } from "@site/contracts/react/slot";
import { useServices } from "@site/contracts/react/site-context";
import { useEffect, useId, useRef } from "react";
import { useIntl } from "react-intl";
import { closeMenu } from "../close-menu.browser.ts";
import { usePanel } from "../use-panel.ts";
import { Icon } from "./icon.tsx";
import { MainNavigation } from "./main-navigation.tsx";
import styles from "./menus.module.css";
import { RegionOrHome } from "./region-or-home.tsx";
import { SignUpLink } from "./sign-up-link.tsx";
import { UtilityNavigation } from "./utility-navigation.tsx";

/**
 * Every menu, written once. On a desk this element has no box of its own, and its children are laid out in the bar. On smaller
 * screens it is the full-screen menu (B035), a popover: the browser opens it, moves the focus in, closes it on Escape, by the
 * button inside (B037) and on a press outside (B038), and returns the focus, all without any script. The shell closes it when
 * a link was followed or the focus moved to the covered page. This component emits the events. It has the role of a dialog only
 * while it is open, because on a desk it is the bar. Before React has loaded, its head names the menu for screen readers.
 */
export function Menus({ path }: { path: string }) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: "navigation.menu.label" });
  const id = useId();
  const services = useServices();
  const { open, popover } = usePanel();
  const holder = popover.ref;
  const toggle = useRef<HTMLButtonElement>(null);

  // The services are the same for the whole mount; the effect needs them only to emit an event.
  const speak = useRef(services);
  useEffect(() => {
    const menu = holder.current;
    if (!menu) return undefined;
    const read = (): boolean => menu.matches(":popover-open");
    const onToggle = (): void => speak.current().bus.emit("menu:toggled", { open: read() });
    // Desktop widths have no button for the menu (B061), unless the browser sets text larger.
    const isBar = (): boolean => !menu.previousElementSibling?.checkVisibility();
    // A panel of the bar is not seen any more in a narrow window, and would take the next Escape.
    const closeUnseen = (): void => {
      const unseen = [...menu.querySelectorAll<HTMLElement>(":popover-open")].filter((one) => !one.checkVisibility());
      for (const panel of unseen) panel.hidePopover();
      if (unseen.length > 0) toggle.current?.focus({ preventScroll: true });
    };
    // The window may have changed since the menu or a panel was opened.
    if (read()) {
      if (isBar()) closeMenu(menu);
      else onToggle();
    }
    closeUnseen();
    menu.addEventListener("toggle", onToggle);
    const leave = speak.current().bus.on("screen:changed", ({ type }) => {
      if (type === "desktop" && read() && isBar()) closeMenu(menu);
      closeUnseen();
    });
    return () => {
      menu.removeEventListener("toggle", onToggle);
      leave();
    };
  }, [holder]);

  return (
    <div className={styles.menus} data-panel="menu">
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        popoverTarget={id}
        aria-expanded={open}
        aria-label={intl.formatMessage({ id: "navigation.menu.open" })}
      >
        <Icon name="menu" />
      </button>
      <div
        id={id}
        className={styles.holder}
        role={open ? "dialog" : undefined}
        aria-label={open ? label : undefined}
        {...popover}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the browser moves the focus here when it opens the menu, and not with a page */}
        <div className={styles.head} role="group" aria-label={open ? undefined : label} tabIndex={-1} autoFocus>
          <SignUpLink />
          <button
            type="button"
            className={styles.toggle}
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label={intl.formatMessage({ id: "navigation.menu.close" })}
          >
            <Icon name="close" />
          </button>
        </div>
        <MainNavigation path={path} />
        <Slot name="download/button" variant="menu" />
        <RegionOrHome path={path} />
        <UtilityNavigation path={path} />
      </div>
    </div>
  );
}
