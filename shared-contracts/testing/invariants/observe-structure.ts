/** Runs in each document: one `h1` and no duplicate id, when the page is loaded, after each soft navigation and at the end. */
export function observeStructure(): void {
  const watch = window.pageWatch;
  if (!watch) return;
  const told = new Set<string>();
  const tell = (invariant: "heading" | "duplicate id", what: string): void => {
    if (told.has(what)) return;
    told.add(what);
    watch.report(invariant, what);
  };
  const check = (): void => {
    const headings = document.querySelectorAll("h1").length;
    if (headings !== 1) tell("heading", `the page has ${headings} h1`);
    const seen = new Set<string>();
    for (const element of document.querySelectorAll("[id]")) {
      if (seen.has(element.id)) tell("duplicate id", `${element.id} in ${element.outerHTML.slice(0, 120)}`);
      seen.add(element.id);
    }
  };
  watch.onReady(() => {
    check();
    window.addEventListener("load", check);
    watch.onEnd(check);
    watch.onNavigation(async () => {
      check();
      // The header, which is updated after the paint of the page.
      await watch.nextFrame();
      await watch.nextFrame();
      check();
    });
  });
}
