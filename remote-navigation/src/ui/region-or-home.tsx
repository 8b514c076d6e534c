import { useHref, useSite } from "@site/contracts/react/site-context";
import { FormattedMessage } from "react-intl";
import { RegionSelector } from "./region-selector.tsx";
import styles from "./region-or-home.module.css";

/** On home the region selector, if the site has one; on any other page the way home (B067, B071). */
export function RegionOrHome({ path }: { path: string }) {
  const { flags } = useSite();
  const href = useHref();
  if (path === "/") return flags.isSupportRegionSelector ? <RegionSelector path={path} /> : null;
  return (
    <a className={styles.home} href={href("/")}>
      <FormattedMessage id="navigation.home" />
    </a>
  );
}
