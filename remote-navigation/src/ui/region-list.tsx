import type { Region } from "@site/contracts/site/region";
import { RegionFlag } from "./region-flag.tsx";
import styles from "./region-list.module.css";

/** Other regions, each a link to its own site, in the region's own language (B069). */
export function RegionList({ regions }: { regions: readonly Region[] }) {
  return (
    <ul className={styles.list} role="list">
      {regions.map((region) => (
        <li key={region.id}>
          <a className={styles.region} href={region.url} hrefLang={toLanguage(region.locale)}>
            <RegionFlag region={region} />
            {`${region.countryName} `}
            <span className={styles.language} lang={toLanguage(region.locale)}>
              {region.localeName}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A locale code as HTML writes languages: `pt-br` is `pt-BR`. */
function toLanguage(locale: string): string {
  const [language = locale, country] = locale.split("-");
  return country === undefined ? language : `${language}-${country.toUpperCase()}`;
}
