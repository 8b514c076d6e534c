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
  const [started, setStarted] = useState<{ platform: Platform; linux: boolean }>();

  useEffect(() => {
    const leaving = new AbortController();
    whenShown(() => {
      const system = readSystem();
      const platform = pickAutoStart({
        query: location.search, rule: visitor.rule, system, started: started !== undefined || hasStarted(),
      });
      if (platform === undefined) return;
      const url = toInstallerPath(platform, locale.code, site.defaultLocale);
      markStarted();
      setStarted({ platform, linux: system === "linux" });
      services().bus.emit("download:started", { platform, url });
      location.assign(url);
    }, leaving.signal);
    return () => leaving.abort();
    // Running again is harmless: this arrival has started.
  }, [visitor.rule, locale.code, site.defaultLocale, services, started]);

  return (
    <div role="status" className={styles.status}>
      {started && (
        <p className={styles.text}>
          <FormattedMessage
            id={started.linux ? "download.status.mobile" : "download.status.starting"}
            values={{ system: platformNames[started.platform] }}
          />{" "}
          <InstallerLink
            platform={started.platform}
            className={styles.link ?? ""}
            message={started.linux ? "download.button.mobile" : "download.status.again"}
          />
        </p>
      )}
    </div>
  );
}
