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

/** Whether a client is a file, and not a page or an app of a store. */
const isFile = (client: Client): boolean => client === "windows" || client === "osx" || client === "android";

/**
 * Starts the download for an address that requests it, and shows the status, also for downloads that the head script, a link or a button of this page
 * started. The link is offered again, because only the browser knows whether the download worked.
 */
export function DownloadStatus() {
  const services = useServices();
  // A new object for each start, so that a second press of the same link is shown as well.
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
  // The status is at the top of the page, and the pressed link may be far below.
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
            {/* Another client's is a new element: a browser that translates the page replaces texts, and React could neither change nor remove them. */}
            <p className={styles.text} key={client}>
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
