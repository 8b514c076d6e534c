import { FormattedMessage } from "react-intl";
import { useData } from "@site/contracts/react/site-context";
import { checkCommands, platformsWithFiles } from "../check-command.ts";
import { clientNames } from "../system-facts.ts";
import styles from "./checksums.module.css";

/** How to verify a downloaded file: its checksum and the command to compare it. Shown for platforms whose checksum the site publishes. */
export function Checksums() {
  const checksums = useData("installer-checksums")?.checksums ?? {};
  const known = platformsWithFiles.filter((platform) => checksums[platform]);
  if (known.length === 0) return null;
  return (
    <section className="section">
      <div className="wrap">
        <h2>
          <FormattedMessage id="download.check.title" />
        </h2>
        <p className={styles.intro}>
          <FormattedMessage id="download.check.text" />
        </p>
        <ul role="list" className={styles.list}>
          {known.map((platform) => {
            const { file = "", version = "", sha256 = "" } = checksums[platform] ?? {};
            return (
              <li key={platform} className="card stack">
                <h3>
                  <FormattedMessage id="download.check.version" values={{ system: clientNames[platform], version }} />
                </h3>
                <dl className={styles.facts}>
                  <dt>
                    <FormattedMessage id="download.check.file" />
                  </dt>
                  <dd>
                    <code>{file}</code>
                  </dd>
                  <dt>SHA-256</dt>
                  <dd>
                    <code className={styles.sum}>{sha256}</code>
                  </dd>
                  <dt>
                    <FormattedMessage id="download.check.command" />
                  </dt>
                  <dd>
                    <code className={styles.sum}>{checkCommands[platform](file)}</code>
                  </dd>
                </dl>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
