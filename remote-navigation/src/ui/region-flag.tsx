import type { Region } from "@site/contracts/site/region";
import styles from "./region-flag.module.css";

/** A region's flag. The country's name is beside it. */
export function RegionFlag({ region }: { region: Region }) {
  return <img className={styles.flag} src={region.imagePath} width="24" height="16" alt="" loading="lazy" />;
}
