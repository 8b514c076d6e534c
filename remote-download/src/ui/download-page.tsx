import { isBlocked } from "@site/contracts/visitor/visitor";
import { FormattedMessage } from "react-intl";
import { pickText } from "@site/contracts/locale/localized-text";
import { useHref, useIslandContext } from "@site/contracts/react/site-context";
import { AllSystems } from "./all-systems.tsx";
import { BlockedNotice } from "./blocked-notice.tsx";
import { Checksums } from "./checksums.tsx";
import styles from "./download-page.module.css";
import { DownloadStatus } from "./download-status.tsx";
import { OwnSystem } from "./own-system.tsx";
import { Questions } from "./questions.tsx";

const steps = ["one", "two", "three"] as const;

/** The download page: the visitor's own system, all systems, and the first steps to a table. */
export function DownloadPage() {
  const {
    site,
    visitor,
    locale,
    data: { facts },
  } = useIslandContext();
  if (!facts) throw new Error("The download page names facts in its data.");
  const href = useHref();
  const blocked = isBlocked(visitor);
  return (
    <>
      <section className="section section--felt">
        <div className="wrap">
          <div className={styles.opening}>
            <div className={styles.words}>
              <p className="eyebrow">
                <FormattedMessage id="download.page.eyebrow" />
              </p>
              <p className={`display ${styles.display}`}>
                <FormattedMessage id="download.page.display" />
              </p>
              <p className={`lede ${styles.lede}`}>
                <FormattedMessage id={blocked ? "download.blocked.lede" : "download.page.lede"} />
              </p>
            </div>
            {!blocked && <DownloadStatus />}
          </div>
          {blocked ? <BlockedNotice /> : <OwnSystem />}
        </div>
      </section>
      <section className="section">
        <section className="wrap">
          <h2>
            <FormattedMessage id={blocked ? "download.blocked.systems" : "download.page.othersTitle"} />
          </h2>
          <p className={styles.intro}>
            <FormattedMessage id={blocked ? "download.blocked.systemsText" : "download.page.othersText"} />
          </p>
          <AllSystems blocked={blocked} />
        </section>
      </section>
      {!blocked && (
        <section className="section section--raised">
          <div className="wrap">
            <h2>
              <FormattedMessage id="download.steps.title" />
            </h2>
            <ol role="list" className={styles.steps}>
              {steps.map((step) => (
                <li key={step} className={styles.step}>
                  <h3>
                    <FormattedMessage id={`download.steps.${step}`} />
                  </h3>
                  <p className={styles.intro}>
                    <FormattedMessage id={`download.steps.${step}Text`} />
                  </p>
                </li>
              ))}
            </ol>
          </div>
        </section>
      )}
      {!blocked && <Checksums />}
      <section className="section">
        <div className={`wrap ${styles.pair}`}>
          {!blocked && <Questions />}
          <div className={`card stack ${styles.safety}`}>
            <h2 className={styles.safetyTitle}>
              <FormattedMessage id="download.safety.title" />
            </h2>
            <p>
              <FormattedMessage
                id="download.safety.text"
                values={{ age: site.minimumAge, place: pickText(facts.playerLocation, locale.code) }}
              />
            </p>
            <p>
              <a href={href("/responsible-gaming/")}>
                <FormattedMessage id="download.safety.link" />
              </a>
            </p>
          </div>
        </div>
      </section>
    </>
  );
}
