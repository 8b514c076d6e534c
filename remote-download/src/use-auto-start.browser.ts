import { useEffect } from "react";
import { useIslandContext, useServices } from "@site/contracts/react/site-context";
import { hasStarted, markStarted, whenRegionSettled, whenShown } from "./arrival.browser.ts";
import { toInstallerPath } from "./installer-path.ts";
import { pickAutoStart } from "./pick-auto-start.ts";
import { readSystem } from "./read-system.browser.ts";

/**
 * Starts the download of a visitor who came for it, once per arrival (B122), and tells the rest of the page. Where a notice
 * about the region is due, it starts after the visitor has closed that.
 */
export function useAutoStart(): void {
  const { visitor, locale, site } = useIslandContext();
  const services = useServices();

  useEffect(() => {
    const leaving = new AbortController();
    const { bus } = services();
    const start = (): void => {
      const client = pickAutoStart({
        query: location.search,
        rule: visitor.rule,
        system: readSystem(),
        started: hasStarted(),
      });
      if (client === undefined) return;
      const url = toInstallerPath(client, locale.code, site.defaultLocale);
      markStarted();
      bus.emit("download:started", { platform: client, url });
      location.assign(url);
    };
    whenShown(() => whenRegionSettled(bus, visitor.rule, start, leaving.signal), leaving.signal);
    return () => leaving.abort();
    // The effect may run again: this visit is marked as started, so nothing starts twice.
  }, [visitor.rule, locale.code, site.defaultLocale, services]);
}
