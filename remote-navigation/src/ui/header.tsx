import { Slot } from "@site/contracts/react/slot";
import { useHref, useSite } from "@site/contracts/react/site-context";
import { useLocation } from "react-router-dom";
import styles from "./header.module.css";
import { Menus } from "./menus.tsx";
import { SignUpLink } from "./sign-up-link.tsx";

/**
 * The bar at the top of every page. On wide screens (from 77.75 em, which is 1244 pixels, B061) it contains all items; on narrower ones, or with
 * larger text, the full-screen menu does. It reads the path from the router, so that it follows soft navigations; home has a style of its own (B027).
 * Sign-up is before the menu's button on a tablet and after the menus on wide screens, so that the tab order matches the visual order.
 */
export function Header() {
  const { logo, name } = useSite();
  const href = useHref();
  const { pathname } = useLocation();
  const isHome = pathname === "/";
  return (
    <header className={isHome ? `${styles.header} ${styles.home}` : styles.header}>
      <div className={`wrap ${styles.row}`}>
        <a className={styles.logo} href={href("/")} aria-current={isHome ? "page" : undefined}>
          <img src={logo.path} width={logo.width} height={logo.height} alt={name} />
        </a>
        <SignUpLink className={styles.onTablet} />
        <Menus path={pathname} />
        <SignUpLink className={styles.onDesk} />
        <Slot name="download/button" variant="header" />
        <span className={styles.end} hidden />
      </div>
    </header>
  );
}
