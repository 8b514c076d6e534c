import { toLocalizedPath } from "@site/contracts/locale/locale";
import { useIslandContext, useSite } from "@site/contracts/react/site-context";
import { FormattedMessage } from "react-intl";
import styles from "./locale-list.module.css";

/**
 * The languages of this site, each with a link to the current page in it (B069, B070). Another language is another document, so the links are never
 * soft navigations.
 */
export function LocaleList({ path, titled = true }: { path?: string; titled?: boolean }) {
  const { locales, localeStrategy, defaultLocale } = useSite();
  const { locale, page } = useIslandContext();
  // On an error page the links lead to home: the page does not exist in another language.
  const target = page.status === 200 ? (path ?? page.path) : "/";
  return (
    <div>
      {titled && (
        <p className={styles.title}>
          <FormattedMessage id="navigation.language.title" />
        </p>
      )}
      <ul className={styles.list} role="list">
        {locales.map(({ code, languageTag, name }) => (
          <li key={code}>
            <a
              className={styles.locale}
              href={toLocalizedPath({ localeStrategy, defaultLocale, locales }, code, target)}
              hrefLang={languageTag}
              lang={languageTag}
              aria-current={code === locale.code ? "true" : undefined}
              data-locale={code}
              data-own-navigation=""
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
