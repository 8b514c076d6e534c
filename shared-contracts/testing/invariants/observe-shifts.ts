/**
 * Runs in each document: nothing moves by itself. The browser leaves out what follows an input or a change of the
 * window's size within half a second; left out here is the frame in which one page takes another's place, or paper the
 * screen's.
 */
export function observeShifts(): void {
  const watch = window.pageWatch;
  if (!watch) return;
  /** Spans of the document's clock that are left out. The last one may still be open. */
  const moves: { from: number; to: number }[] = [];
  const now = performance.now.bind(performance);
  const leaveOut = async (): Promise<void> => {
    const move = { from: now(), to: Infinity };
    moves.push(move);
    await watch.nextFrame();
    await watch.nextFrame();
    move.to = now();
  };
  watch.onMove(leaveOut);
  matchMedia("print").addEventListener("change", leaveOut);
  const read = (entries: PerformanceEntryList): void => {
    for (const entry of entries) {
      const value: unknown = Reflect.get(entry, "value");
      const sources: unknown = Reflect.get(entry, "sources");
      if (typeof value !== "number" || value === 0 || Reflect.get(entry, "hadRecentInput") === true) continue;
      if (moves.some(({ from, to }) => entry.startTime >= from && entry.startTime <= to)) continue;
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
