/**
 * Runs in each document: the focus of an element that is removed, hidden or disabled goes to another element. It is no
 * loss when the visitor pressed on something that takes no focus, or followed a link into the page, or when the element is still there to be focused.
 */
export function observeFocus(): void {
  const watch = window.pageWatch;
  if (!watch) return;
  let focused: Element | undefined;
  let text = "";
  let isPending = false;
  const isLost = (): boolean => {
    if (!focused || (document.activeElement !== document.body && document.activeElement !== null)) return false;
    return (
      !focused.isConnected || focused.matches(":disabled") || !focused.checkVisibility({ visibilityProperty: true })
    );
  };
  const check = async (): Promise<void> => {
    if (isPending || !isLost()) return;
    isPending = true;
    await watch.nextFrame();
    await watch.nextFrame();
    isPending = false;
    if (!isLost()) return;
    watch.report("focus", `lost to body by ${text}`);
    focused = undefined;
  };
  const press = ({ target }: Event): void => {
    const takes =
      "a[href], area[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, iframe, [tabindex], [contenteditable]";
    if (target instanceof Element && !target.closest(takes)) focused = undefined;
  };
  watch.onReady(() => {
    document.addEventListener(
      "focusin",
      ({ target }) => {
        if (!(target instanceof Element)) return;
        focused = target;
        text = target.outerHTML.slice(0, 120);
      },
      { capture: true },
    );
    // A link into the page, such as to its top, moves the focus, and its target may not be focusable.
    if ("navigation" in window) {
      window.navigation.addEventListener("navigate", ({ hashChange }) => {
        if (hashChange) focused = undefined;
      });
    } else addEventListener("hashchange", () => (focused = undefined));
    for (const type of ["pointerdown", "mousedown"]) document.addEventListener(type, press, { capture: true });
    for (const type of ["focusout", "toggle", "close", "transitionend", "animationend", "site:route:changed"])
      window.addEventListener(type, check, { capture: true });
    new MutationObserver(check).observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributeFilter: ["class", "hidden", "open", "disabled", "inert", "popover", "style"],
    });
  });
}
