import { useEffect } from "react";
import { useIslandContext, useServices } from "@site/contracts/react/site-context";
import { whenRegionSettled, whenShown } from "./arrival.browser.ts";
import { startDownload } from "./start-download.browser.ts";

/**
 * Starts the download for an address that requests it, unless the head script did: after a soft navigation, and when a notice about the region is
 * due. Then it starts after the visitor has closed the notice.
 */
export function useAutoStart(): void {
  const { visitor, locale, site } = useIslandContext();
  const services = useServices();

  useEffect(() => {
    const leaving = new AbortController();
    const { bus } = services();
    const arrival = { rule: visitor.rule, locale: locale.code, defaultLocale: site.defaultLocale };
    const start = (): void => startDownload(arrival, (download) => bus.emit("download:started", download));
    whenShown(() => whenRegionSettled(bus, visitor.rule, start, leaving.signal), leaving.signal);
    return () => leaving.abort();
    // The effect may run again: this visit is marked as started, so nothing starts twice.
  }, [visitor.rule, locale.code, site.defaultLocale, services]);
}
