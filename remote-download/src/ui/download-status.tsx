import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { Client } from "@site/contracts/visitor/client";
import { useServices } from "@site/contracts/react/site-context";
import { showSoon } from "../show-status.browser.ts";
import { findStarted } from "../started-earlier.browser.ts";
import { clientNames } from "../system-facts.ts";
import { useAutoStart } from "../use-auto-start.browser.ts";
import iconStyles from "./download-icon.module.css";
import styles from "./download-status.module.css";
import { InstallerLink } from "./installer-link.tsx";

/** A client that comes as a file of its own, and not from a page or a store. */
const isFile = (client: Client): boolean => client === "windows" || client === "osx" || client === "android";

/**
 * Starts the download of a visitor whose address asks for one, and shows what is happening, also for downloads that the head script, a link
 * or a button of this page started. The link is offered again, because only the browser knows whether the download worked.
 */
export function DownloadStatus() {
  const services = useServices();
  // One object for each start, so that a second press of the same link is shown as well.
  const [started, setStarted] = useState<{ client: Client; count: number }>();
  const status = useRef<HTMLDivElement>(null);

  // Listen before a download can start: automatically, or by a click that is replayed after hydration.
  useLayoutEffect(() => {
    const earlier = findStarted(status.current);
    if (earlier) setStarted((said) => said ?? { client: earlier, count: 1 });
    return services().bus.on("download:started", ({ platform }) =>
      setStarted((said) => ({ client: platform, count: (said?.count ?? 0) + 1 })),
    );
  }, [services]);
  // It stands at the top of the page, and the link that was pressed may be far below.
  useEffect(() => (started ? showSoon(status.current) : undefined), [started]);
  useAutoStart();

  const client = started?.client;
  return (
    <div role="status" ref={status}>
      {client && (
        <div className={`${styles.panel} ${iconStyles.icon}`}>
          <div>
            {/* A new element, because screen readers say words again only when they are put in again. The link keeps its focus. */}
            <p className={styles.title} key={started.count}>
              <FormattedMessage
                id={isFile(client) ? "download.status.file" : "download.status.page"}
                values={{ system: clientNames[client] }}
              />
            </p>
            <p className={styles.text}>
              {isFile(client) && (
                <>
                  <FormattedMessage id="download.status.next" />{" "}
                </>
              )}
              <FormattedMessage id="download.status.nothing" />{" "}
              <InstallerLink client={client} className={styles.link ?? ""} />
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
