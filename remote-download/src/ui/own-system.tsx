import { FormattedMessage } from "react-intl";
import { type ClientSystem, clientSystems } from "@site/contracts/visitor/client";
import { installersPath } from "../installer-path.ts";
import { clientNames } from "../system-facts.ts";
import iconStyles from "./download-icon.module.css";
import { InstallerLink } from "./installer-link.tsx";
import styles from "./own-system.module.css";
import { PhoneCode } from "./phone-code.tsx";
import { RequirementsList } from "./requirements-list.tsx";
import { SystemDrawing } from "./system-drawing.tsx";

/**
 * The visitor's own system, large and first, and on a desktop also a code to continue on a phone. The one cached page has the markup of all, and
 * `data-platform` selects one; without a script that sets it, the server detects the device.
 */
export function OwnSystem() {
  return (
    <div className={styles.layout}>
      <article className={`card ${styles.own} ${styles.unknown}`}>
        <div className={styles.action}>
          <SystemDrawing system="windows" />
          <h2>
            <FormattedMessage id="download.page.unknownTitle" />
          </h2>
          <a className={`button ${iconStyles.icon}`} href={installersPath} rel="nofollow">
            <FormattedMessage id="download.button.plain" />
          </a>
        </div>
        <p className={styles.needs}>
          <FormattedMessage id="download.page.unknownText" />
        </p>
      </article>
      {clientSystems.map((system) => (
        <SystemCard key={system} system={system} />
      ))}
      <article className={`card ${styles.own} ${styles.linux}`}>
        <div className={styles.action}>
          <SystemDrawing system="android" />
          <h2>
            <FormattedMessage id="download.page.linuxTitle" />
          </h2>
          <InstallerLink client="mobile" className="button" />
        </div>
        <p className={styles.needs}>
          <FormattedMessage id="download.page.linuxText" />
        </p>
      </article>
      <PhoneCode className={styles.phone ?? ""} />
    </div>
  );
}

function SystemCard({ system }: { system: ClientSystem }) {
  return (
    <article className={`card ${styles.own} ${styles[system]}`}>
      <div className={styles.action}>
        <SystemDrawing system={system} />
        <p className="badge">
          <FormattedMessage id="download.page.yours" />
        </p>
        <h2>
          <FormattedMessage id="download.page.yoursTitle" values={{ system: clientNames[system] }} />
        </h2>
        <InstallerLink client={system} className="button" />
      </div>
      <div className={styles.needs}>
        <h3 className={styles.needsTitle}>
          <FormattedMessage id="download.page.needs" />
        </h3>
        <RequirementsList system={system} />
      </div>
    </article>
  );
}
