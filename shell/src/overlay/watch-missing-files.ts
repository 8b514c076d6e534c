/**
 * Tells of each file that this document asked for and did not get, once for each address: a picture, a font, a style sheet, a script or data. Those
 * that the server refused are told of also when that was before this script ran.
 * @param early events of the window before this script ran
 */
export function watchMissingFiles(early: readonly Event[], tell: (address: string, reason: string) => void): void {
  const told = new Set<string>();
  const tellOnce = (address: string, reason: string): void => {
    if (told.has(address)) return;
    told.add(address);
    tell(address, reason);
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry instanceof PerformanceResourceTiming && isRefused(entry))
        tellOnce(entry.name, `The server answered ${entry.responseStatus}`);
  }).observe({ type: "resource", buffered: true });
  // An element says that it has no file, and not why. An error of a script has the window as its target.
  const hear = ({ target }: Event): void => {
    const address = target instanceof Element ? toAddress(target) : "";
    if (address !== "" && !findEntries(address).some(isRefused)) tellOnce(address, "It could not be loaded");
  };
  for (const event of early) if (event.type === "error") hear(event);
  addEventListener("error", hear, { capture: true });
}

const isRefused = ({ responseStatus }: PerformanceResourceTiming): boolean => responseStatus >= 400;

const findEntries = (address: string): PerformanceResourceTiming[] =>
  performance.getEntriesByName(address, "resource").filter((entry) => entry instanceof PerformanceResourceTiming);

/** The address that an element failed to load; empty where it has none. */
function toAddress(element: Element): string {
  if (element instanceof HTMLImageElement) return element.currentSrc || element.src;
  if (element instanceof HTMLLinkElement) return element.href;
  return element instanceof HTMLScriptElement || element instanceof HTMLMediaElement ? element.src : "";
}
