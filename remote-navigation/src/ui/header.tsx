import { Slot } from "@site/contracts/react/slot";
import { useHref, useSite } from "@site/contracts/react/site-context";
import { useLocation } from "react-router-dom";
import { CollapseMenu } from "./collapse-menu.tsx";
import styles from "./header.module.css";
import { MainNavigation } from "./main-navigation.tsx";
import { RegionOrHome } from "./region-or-home.tsx";
import { SignUpLink } from "./sign-up-link.tsx";
import { UtilityPanel } from "./utility-panel.tsx";

/**
 * The bar at the top of every page. On a desk (from 1244, B061) it holds everything; below, the full-screen menu does.
 * It reads the path from the router, so that it follows soft navigations; home has a style of its own (B027).
 */
export function Header() {
  const { logo, name } = useSite();
  const href = useHref();
  const { pathname } = useLocation();
  const isHome = pathname === "/";
  return (
    <header className={`${styles.header} ${isHome ? styles.home : ""}`}>
      <div className={`wrap ${styles.row}`}>
        <a className={styles.logo} href={href("/")} aria-current={isHome ? "page" : undefined}>
          <img src={logo.path} width={logo.width} height={logo.height} alt={name} />
        </a>
        <MainNavigation path={pathname} />
        <div className={styles.tools}>
          <div className={styles.desk}>
            <UtilityPanel path={pathname} />
            <RegionOrHome path={pathname} />
          </div>
          <SignUpLink className={styles.signUp} />
          <div className={styles.desk}>
            <Slot name="download/button" variant="header" />
          </div>
          <CollapseMenu path={pathname} />
        </div>
      </div>
    </header>
  );
}
