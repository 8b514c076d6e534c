import { useData, useIslandContext, useSite } from "@site/contracts/react/site-context";
import { FormattedMessage, useIntl } from "react-intl";
import { LocaleList } from "./locale-list.tsx";
import { NewTabNote } from "./new-tab-note.tsx";
import { RegionList } from "./region-list.tsx";
import styles from "./footer-places.module.css";

/** Languages, regions and social links (B089, B090). The site's own region is the first, and not a link. */
export function FooterPlaces() {
  const intl = useIntl();
  const { locales, regions, siteId } = useSite();
  const socials = useData("footer")?.socials ?? [];
  const { locale } = useIslandContext();
  const here = regions.find((region) => region.id === siteId);
  return (
    <div className={styles.places}>
      <section>
        <h2 className={styles.title}>
          <FormattedMessage id="navigation.footer.LANGUAGE" />
        </h2>
        {locales.length > 1 ? (
          <LocaleList titled={false} />
        ) : (
          <p className={styles.plain}>{locales.find((one) => one.code === locale.code)?.name}</p>
        )}
      </section>
      <details className={styles.regions}>
        <summary>
          <span>
            {`${intl.formatMessage({ id: "navigation.footer.REGIONS" })} `}
            <span className={styles.plain}>{here?.countryName}</span>
          </span>
        </summary>
        <RegionList regions={regions.filter((region) => region !== here)} />
      </details>
      {socials.length > 0 && (
        <section>
          <h2 className={styles.title}>
            <FormattedMessage id="navigation.footer.socials" />
          </h2>
          <ul className={styles.socials} role="list">
            {socials.map(({ label, link }) => (
              <li key={link}>
                <a href={link} target="_blank" rel="noopener">
                  {label}
                  <NewTabNote />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
