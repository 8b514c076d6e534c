/**
 * Runs in each document: nothing moves by itself. The browser leaves out what follows an input or a change of the
 * window's size within half a second. Left out here is what follows a soft navigation within that time, what paper
 * changes of the screen, and the frame in which a font comes: whether it does is the network's doing, and a test of its
 * own measures what it moves.
 */
export function observeShifts(): void {
  const watch = window.pageWatch;
  if (!watch) return;
  /** Milliseconds after an input in which the browser counts no shift. */
  const inputWindowMs = 500;
  /** Milliseconds by which the frame of a soft navigation may have begun before the page was told of it. */
  const frameLeadMs = 100;
  /** Milliseconds by which the event of a font or of paper may come after what it changed was drawn. */
  const eventDelayMs = 100;
  /** Spans of the document's clock that are left out. The last one may still be open. */
  const spans: { from: number; to: number }[] = [];
  const now = performance.now.bind(performance);
  const leaveOut = async (before: number): Promise<void> => {
    const span = { from: now() - before, to: Infinity };
    spans.push(span);
    await watch.nextFrame();
    await watch.nextFrame();
    span.to = now();
  };
  watch.onMove(async () => {
    const span = { from: now() - frameLeadMs, to: Infinity };
    spans.push(span);
    // The header is filled after the page was painted, however long that takes.
    for (let frame = 0; frame < 4; frame += 1) await watch.nextFrame();
    span.to = Math.max(now(), span.from + frameLeadMs + inputWindowMs);
  });
  const paper = matchMedia("print");
  let isPaper = paper.matches;
  paper.addEventListener("change", () => {
    isPaper = paper.matches;
    return leaveOut(eventDelayMs);
  });
  document.fonts.addEventListener("loadingdone", () => leaveOut(eventDelayMs));
  const read = (entries: PerformanceEntryList): void => {
    for (const entry of entries) {
      const value: unknown = Reflect.get(entry, "value");
      const sources: unknown = Reflect.get(entry, "sources");
      if (typeof value !== "number" || value === 0 || Reflect.get(entry, "hadRecentInput") === true) continue;
      // The browser may report what paper moved before it fires the event that says so.
      if (paper.matches !== isPaper) continue;
      if (spans.some(({ from, to }) => entry.startTime >= from && entry.startTime <= to)) continue;
      // A mark that follows the pointer along a menu is drawn anew where it goes.
      const nodes: unknown[] = Array.isArray(sources) ? sources.map((source: object) => Reflect.get(source, "node")) : [];
      if (nodes.length > 0 && nodes.every((node) => node instanceof Element && node.ariaHidden === "true")) continue;
      const moved = Array.isArray(sources) ? sources.map((source: object) => {
        const node: unknown = Reflect.get(source, "node");
        const places = ["previousRect", "currentRect"].map((name) => {
          const rect: unknown = Reflect.get(source, name);
          return rect instanceof DOMRectReadOnly ? `${rect.x},${rect.y} ${rect.width}x${rect.height}` : "?";
        });
        return `${node instanceof Element ? node.outerHTML.slice(0, 120) : "a text"} from ${places.join(" to ")}`;
      }) : [];
      watch.report("layout shift", `${value.toFixed(4)} by ${moved.join(" and ")}`);
    }
  };
  watch.onReady(() => {
    const observer = new PerformanceObserver((list) => read(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    watch.onEnd(() => read(observer.takeRecords()));
  });
}
