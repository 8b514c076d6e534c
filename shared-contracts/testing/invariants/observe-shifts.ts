/**
 * Runs in each document: no layout shifts without a cause. The browser does not count shifts within half a second after an
 * input or a change of the window's size. Not counted here are shifts within that time after a soft navigation, those of
 * print styles, and those between the arrival of a typeface and the frame that shows it, which depends on the network; a test of its own
 * measures that one. Only Chromium reports shifts. The cause may become known after a shift, so they are judged at the end.
 */
export function observeShifts(): void {
  const watch = window.pageWatch;
  if (!watch || !PerformanceObserver.supportedEntryTypes.includes("layout-shift")) return;
  /** Milliseconds after an input in which the browser counts no shift. */
  const inputWindowMs = 500;
  /** Milliseconds by which the frame of a soft navigation may have begun before its event. */
  const frameLeadMs = 100;
  /** Milliseconds from the frame in which a font or print styles are applied to their event, at most. */
  const longestFrameMs = 1000;
  /** Milliseconds that the header's update may take after the page of a soft navigation was painted. */
  const longestUpdateMs = 3000;
  /** Spans of the document's clock that are left out. The last one may still be open. */
  const spans: { from: number; to: number }[] = [];
  /** Shifts that are not judged yet, described while their elements exist. */
  let shifts: { at: number; what: string }[] = [];
  /** Time of the last shift, judged or not. */
  let lastAt = -Infinity;
  let navigatedAt = -Infinity;
  const now = performance.now.bind(performance);
  const paper = matchMedia("print");
  let isPaper = paper.matches;
  const tell = (entry: PerformanceEntry): string | undefined => {
    const value: unknown = Reflect.get(entry, "value");
    const sources: unknown = Reflect.get(entry, "sources");
    if (typeof value !== "number" || value === 0 || Reflect.get(entry, "hadRecentInput") === true) return undefined;
    // A mark that follows the pointer along a menu is drawn at each new place.
    const nodes: unknown[] = Array.isArray(sources) ? sources.map((source: object) => Reflect.get(source, "node")) : [];
    if (nodes.length > 0 && nodes.every((node) => node instanceof Element && node.ariaHidden === "true"))
      return undefined;
    const moved = Array.isArray(sources)
      ? sources.map((source: object) => {
          const node: unknown = Reflect.get(source, "node");
          const places = ["previousRect", "currentRect"].map((name) => {
            const rect: unknown = Reflect.get(source, name);
            return rect instanceof DOMRectReadOnly ? `${rect.x},${rect.y} ${rect.width}x${rect.height}` : "?";
          });
          return `${node instanceof Element ? node.outerHTML.slice(0, 120) : "a text"} from ${places.join(" to ")}`;
        })
      : [];
    const since = entry.startTime - navigatedAt;
    const when = Number.isFinite(since) ? `, ${Math.round(since)} ms after the last navigation` : "";
    return `${value.toFixed(4)} by ${moved.join(" and ")}${when}`;
  };
  const collect = (entries: PerformanceEntryList): void => {
    for (const entry of entries) {
      lastAt = Math.max(lastAt, entry.startTime);
      const what = tell(entry);
      // The browser may report shifts of print styles before it fires `beforeprint` or `afterprint`.
      if (what !== undefined && paper.matches === isPaper) shifts.push({ at: entry.startTime, what });
    }
  };
  const observer = new PerformanceObserver((list) => collect(list.getEntries()));
  const leaveOutFrame = async (): Promise<void> => {
    collect(observer.takeRecords());
    const from = now();
    const span = { from: lastAt > from - longestFrameMs ? lastAt : from, to: Infinity };
    spans.push(span);
    await watch.frames(2);
    span.to = now();
  };
  watch.onNavigation(async () => {
    navigatedAt = now();
    const span = { from: navigatedAt - frameLeadMs, to: Infinity };
    spans.push(span);
    // The header is updated after the paint of the page, at an unknown time: on a busy machine not before nothing else is to be done.
    await watch.frames(4);
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: longestUpdateMs }));
    await watch.frames(2);
    span.to = Math.max(now(), span.from + frameLeadMs + inputWindowMs);
  });
  paper.addEventListener("change", () => {
    isPaper = paper.matches;
    return leaveOutFrame();
  });
  let loadingAt = 0;
  let typefacesDoneAt = 0;
  document.fonts.addEventListener("loading", () => {
    loadingAt = now();
  });
  // The event may come well after the frame that shows a typeface, with shifts between them, and before the document is parsed, when no shift is known yet:
  // what is left out begins when the first file of a typeface arrived since the event before, or when the loading of one began that the document carries.
  document.fonts.addEventListener("loadingdone", async ({ fontfaces }) => {
    const arrivals = performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\.woff2?(\?|$)/.test(name))
      .map((entry) => Number(Reflect.get(entry, "responseEnd")))
      .filter((at) => at > typefacesDoneAt);
    typefacesDoneAt = now();
    const isCarried = [...document.styleSheets]
      .filter(({ href }) => href === null)
      .flatMap((sheet) => [...sheet.cssRules])
      .some(
        (rule) =>
          rule instanceof CSSFontFaceRule &&
          rule.style.getPropertyValue("src").includes("data:") &&
          fontfaces.some(({ family }) => family === rule.style.getPropertyValue("font-family")),
      );
    if (isCarried) arrivals.push(loadingAt);
    if (arrivals.length === 0) return leaveOutFrame();
    const span = { from: Math.min(...arrivals), to: Infinity };
    spans.push(span);
    await watch.frames(2);
    span.to = now();
  });
  watch.onReady(() => {
    observer.observe({ type: "layout-shift", buffered: true });
    watch.onEnd(() => {
      collect(observer.takeRecords());
      for (const { at, what } of shifts)
        if (!spans.some(({ from, to }) => at >= from && at <= to)) watch.report("layout shift", what);
      shifts = [];
    });
  });
}
