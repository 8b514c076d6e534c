/** Runs in each document: the live region announces the page of each soft navigation exactly once. */
export function observeAnnouncer(): void {
  const watch = window.pageWatch;
  if (!watch) return;
  const log: { kind: "said" | "moved"; text: string; isTold?: boolean }[] = [];
  const count = (isOver: boolean): void => {
    for (const [index, entry] of log.entries()) {
      if (entry.kind === "said" || entry.isTold) continue;
      // The announcement may come just before the event of the navigation, or after.
      const before = log.findLastIndex((one, at) => at < index && one.kind === "moved");
      const after = log.findIndex((one, at) => at > index && one.kind === "moved");
      const span = log.slice(before + 1, after < 0 ? undefined : after);
      const times = span.filter((one) => one.kind === "said" && one.text === entry.text).length;
      if (times > 1 || (times === 0 && (isOver || after > 0)))
        watch.report("announcement", `“${entry.text}” was said ${times} times`);
      else continue;
      entry.isTold = true;
    }
  };
  const hear = (records: readonly MutationRecord[]): void => {
    for (const { type, addedNodes, target } of records) {
      const texts = type === "characterData" ? [target] : [...addedNodes];
      for (const { textContent } of texts) if (textContent) log.push({ kind: "said", text: textContent });
    }
    count(false);
  };
  watch.onReady(() => {
    const announcer = document.getElementById("announcer");
    if (!announcer) return watch.report("announcement", "the page has no live region");
    const observer = new MutationObserver(hear);
    observer.observe(announcer, { childList: true, characterData: true, subtree: true });
    watch.onNavigation((text) => {
      hear(observer.takeRecords());
      log.push({ kind: "moved", text });
      count(false);
    });
    watch.onEnd(() => {
      hear(observer.takeRecords());
      count(true);
    });
  });
}
