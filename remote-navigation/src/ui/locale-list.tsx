import { toLocalizedPath } from "@site/contracts/locale";
import { useIslandContext, useSite } from "@site/contracts/react/site-context";
import { FormattedMessage } from "react-intl";
import styles from "./locale-list.module.css";

/** The languages of this site, each leading to this page in it. Shown only when there are several (B070). */
export function LocaleList({ path }: { path: string }) {
  const { locales, localeStrategy, defaultLocale } = useSite();
  const { locale } = useIslandContext();
  return (
    <div className={styles.locales}>
      <p className={styles.title}>
        <FormattedMessage id="navigation.language.title" />
      </p>
      <ul className={styles.list} role="list">
        {locales.map(({ code, languageTag, name }) => (
          <li key={code}>
            <a
              href={toLocalizedPath({ localeStrategy: localeStrategy, defaultLocale, locales }, code, path)}
              hrefLang={languageTag}
              lang={languageTag}
              aria-current={code === locale.code ? "true" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
