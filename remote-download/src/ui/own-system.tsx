import { FormattedMessage } from "react-intl";
import { platforms } from "@site/contracts/visitor";
import { platformNames } from "../system-facts.ts";
import { InstallerLink } from "./installer-link.tsx";
import styles from "./own-system.module.css";
import { RequirementsList } from "./requirements-list.tsx";
import { SystemDrawing } from "./system-drawing.tsx";

/**
 * The visitor's own system, large and first. Each is in the markup of the one cached page; `data-platform` shows one, and
 * without it the list of all systems is complete on its own.
 */
export function OwnSystem() {
  return (
    <>
      {platforms.map((platform) => (
        <article key={platform} className={`card ${styles.own} ${styles[platform]}`}>
          <div className={styles.action}>
            <SystemDrawing platform={platform} />
            <p className="badge"><FormattedMessage id="download.page.yours" /></p>
            <h2><FormattedMessage id="download.page.yoursTitle" values={{ system: platformNames[platform] }} /></h2>
            <InstallerLink platform={platform} className="button" />
          </div>
          <div className={styles.needs}>
            <h3 className={styles.needsTitle}><FormattedMessage id="download.page.needs" /></h3>
            <RequirementsList platform={platform} />
          </div>
        </article>
      ))}
      <article className={`card ${styles.own} ${styles.linux}`}>
        <div className={styles.action}>
          <SystemDrawing platform="android" />
          <h2><FormattedMessage id="download.page.linuxTitle" /></h2>
          <InstallerLink platform="android" className="button" message="download.button.mobile" />
        </div>
        <p className={styles.needs}><FormattedMessage id="download.page.linuxText" /></p>
      </article>
    </>
  );
}
