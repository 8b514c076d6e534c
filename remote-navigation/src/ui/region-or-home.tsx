import { useHref, useSite } from "@site/contracts/react/site-context";
import { FormattedMessage } from "react-intl";
import { LanguageMenu } from "./language-menu.tsx";
import { RegionSelector } from "./region-selector.tsx";
import styles from "./region-or-home.module.css";

/**
 * On home the region selector, if the site has one; on other pages the link to home (B067, B071). Without the selector the site's languages have a
 * menu of their own.
 */
export function RegionOrHome({ path }: { path: string }) {
  const { flags } = useSite();
  const href = useHref();
  if (path === "/" && flags.isSupportRegionSelector) return <RegionSelector path={path} />;
  return (
    <div className={styles.places}>
      {path !== "/" && (
        <a className={styles.home} href={href("/")}>
          <FormattedMessage id="navigation.home" />
        </a>
      )}
      <LanguageMenu path={path} />
    </div>
  );
}
