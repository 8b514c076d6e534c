import { FormattedMessage } from "react-intl";
import { useHref, useIslandContext } from "@site/contracts/react/site-context";
import { toShownStatus } from "../shown-status.ts";
import { ClosedTable } from "./closed-table.tsx";
import { ContactWays } from "./contact-ways.tsx";
import styles from "./error-page.module.css";
import { MisdealtHand } from "./misdealt-hand.tsx";

/** The page of an error (B195-B203): a title, a message, an image or the status number, and the ways to support. */
export function ErrorPage() {
  const {
    page: { path, params, status },
    locale,
  } = useIslandContext();
  const href = useHref();
  const shown = toShownStatus(status);
  return (
    <section className={`section--felt ${styles.error}`}>
      <div className={`wrap ${styles.inner}`}>
        {shown === 403 && <ClosedTable />}
        {shown === 404 && <MisdealtHand />}
        {shown === 500 && <p className={styles.status}>{shown}</p>}
        <p className={`display ${styles.title}`} aria-hidden="true">
          <FormattedMessage id={`compliance.ERROR_${shown}_TITLE`} />
        </p>
        {/* One text with the path in it once: the server fills a template by it (B022). */}
        {shown === 404 && (
          <p className={styles.path}>
            <FormattedMessage id="compliance.ERROR_404_PATH" values={{ path }} />
          </p>
        )}
        <p className="lede">
          <FormattedMessage id={`compliance.ERROR_${shown}_MESSAGE`} />
        </p>
        {shown === 500 && (
          <p className={styles.generic}>
            <FormattedMessage id="compliance.ERROR_GENERIC_MESSAGE" />
          </p>
        )}
        {/* The server fills it in for each failure. Support finds the failure by it (B305). */}
        {params["error"] !== undefined && (
          <p className={styles.generic}>
            <FormattedMessage id="compliance.ERROR_500_CODE" values={{ code: params["error"] }} />
          </p>
        )}
        {/* The 403 page links to no other page (B196). */}
        {shown !== 403 && (
          <p className={styles.actions}>
            <a className="button" href={href("/")}>
              <FormattedMessage id="compliance.error.home" />
            </a>
            {/* The core makes it go back in the history; without the core the link leads home (B199). */}
            <a className="button button--quiet" href={href("/")} data-history-back="">
              <FormattedMessage id="compliance.error.back" />
            </a>
          </p>
        )}
        <p className={styles.support}>
          <FormattedMessage id="compliance.error.support" />
          <ContactWays purpose="support" language={locale.code} />
        </p>
        {shown === 500 && (
          <p>
            <a href={href("/contact/")}>
              <FormattedMessage id="compliance.error.contact" />
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
