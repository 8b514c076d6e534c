import { useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { Platform } from "@site/contracts/visitor";
import { useIslandContext, useServices } from "@site/contracts/react/site-context";
import { hasStarted, markStarted, whenShown } from "../arrival.browser.ts";
import { toInstallerPath } from "../installer-path.ts";
import { pickAutoStart } from "../pick-auto-start.ts";
import { readSystem } from "../read-system.browser.ts";
import { platformNames } from "../system-facts.ts";
import styles from "./auto-start.module.css";
import { InstallerLink } from "./installer-link.tsx";

/** Starts the download of somebody who came for it (B122), says so, and offers the link again. */
export function AutoStart() {
  const { visitor, locale, site } = useIslandContext();
  const services = useServices();
  const [started, setStarted] = useState<Platform>();

  useEffect(() => {
    const leaving = new AbortController();
    whenShown(() => {
      const platform = pickAutoStart({
        query: location.search, rule: visitor.rule, system: readSystem(), started: hasStarted(),
      });
      if (platform === undefined) return;
      const url = toInstallerPath(platform, locale.code, site.defaultLocale);
      markStarted();
      setStarted(platform);
      services().bus.emit("download:started", { platform, url });
      location.assign(url);
    }, leaving.signal);
    return () => leaving.abort();
    // Once per arrival: what it depends on belongs to the page and does not change while it stands.
  }, []);

  return (
    <div role="status" className={styles.status}>
      {started && (
        <p className={styles.text}>
          <FormattedMessage id="download.status.starting" values={{ system: platformNames[started] }} />{" "}
          <InstallerLink platform={started} className={styles.link ?? ""} message="download.status.again" />
        </p>
      )}
    </div>
  );
}
