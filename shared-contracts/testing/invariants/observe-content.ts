/**
 * Runs in each document: `main` keeps its heading and at least half of its text, outside of a soft navigation. Content that
 * is removed and put back before a frame is painted is no loss.
 */
export function observeContent(): void {
  const watch = window.pageWatch;
  if (!watch) return;
  const main = {
    toLength: (selector: string): number =>
      [...document.querySelectorAll(selector)].reduce(
        (sum, { textContent }) => sum + textContent.replaceAll(/\s+/g, " ").trim().length,
        0,
      ),
    /** Characters of its text, without those of style sheets. */
    measure: (): number => main.toLength("main") - main.toLength("main style"),
  };
  let expected = 0;
  let isPending = false;
  let told = "";
  const findLoss = (): string => {
    if (!document.querySelector("main h1")) return "main has lost its h1";
    const length = main.measure();
    return length === 0 || length < expected / 2 ? `main has ${length} of ${expected} characters left` : "";
  };
  const check = async (): Promise<void> => {
    if (isPending || findLoss() === "") return;
    isPending = true;
    await watch.nextFrame();
    isPending = false;
    const loss = findLoss();
    if (loss !== "" && loss !== told) watch.report("content", loss);
    told = loss;
  };
  const begin = (): void => {
    expected = main.measure();
    void check();
  };
  watch.onReady(() => {
    begin();
    new MutationObserver(() => void check()).observe(document.documentElement, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    // After several quick steps back, slots of the page before are still there at the event of the new page.
    watch.onNavigation(async () => {
      expected = 0;
      await watch.nextFrame();
      await watch.nextFrame();
      begin();
    });
  });
}
