import { Slot } from "@site/contracts/react/slot";
import { useServices } from "@site/contracts/react/site-context";
import { useEffect, useId, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import styles from "./collapse-menu.module.css";
import { Icon } from "./icon.tsx";
import { MenuAccordion } from "./menu-accordion.tsx";
import { RegionOrHome } from "./region-or-home.tsx";
import { SignUpLink } from "./sign-up-link.tsx";
import { UtilityList } from "./utility-list.tsx";
import { closeMenu } from "../close-menu.browser.ts";

/**
 * The full-screen menu below a desk (B035). A dialog as popover: the browser opens it, moves the focus in, closes it on
 * Escape, by the button inside (B037) and on a press outside of it (B038), and returns the focus, all before any
 * script. The shell closes it when a link was followed or the focus moved on to the covered page; this tells the bus.
 */
export function CollapseMenu({ path }: { path: string }) {
  const intl = useIntl();
  const id = useId();
  const menu = useRef<HTMLDialogElement>(null);
  const services = useServices();
  const [open, setOpen] = useState<boolean>();

  // The services are the same for the whole mount; the effect needs them only to emit an event.
  const speak = useRef(services);
  useEffect(() => {
    const dialog = menu.current;
    if (!dialog) return undefined;
    const read = (): boolean => dialog.matches(":popover-open");
    const onToggle = (): void => {
      setOpen(read());
      speak.current().bus.emit("menu:toggled", { open: read() });
    };
    if (read()) onToggle();
    else setOpen(false);
    dialog.addEventListener("toggle", onToggle);
    // Desktop widths have no button for the menu (B061).
    const leave = speak.current().bus.on("screen:changed", ({ type }) => {
      if (type === "desktop" && read()) closeMenu(dialog);
    });
    return () => {
      dialog.removeEventListener("toggle", onToggle);
      leave();
    };
  }, []);

  return (
    <div className={styles.menu} data-panel="menu">
      <button
        type="button"
        className={styles.toggle}
        popoverTarget={id}
        aria-expanded={open}
        aria-label={intl.formatMessage({ id: "navigation.menu.open" })}
      >
        <Icon name="menu" />
      </button>
      <dialog
        ref={menu}
        id={id}
        popover="auto"
        className={styles.holder}
        aria-label={intl.formatMessage({ id: "navigation.menu.label" })}
      >
        <div className={styles.head}>
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
        <MenuAccordion path={path} />
        <div className={styles.download}>
          <Slot name="download/button" variant="menu" />
        </div>
        <RegionOrHome path={path} />
        <div className={styles.utility}>
          <p className={styles.title}>
            <FormattedMessage id="navigation.utility.title" />
          </p>
          <UtilityList path={path} label="navigation.menu.utility" />
        </div>
      </dialog>
    </div>
  );
}
