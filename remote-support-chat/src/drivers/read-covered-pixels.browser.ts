/**
 * How high the lower edge of the browser's window is covered by an element and what is in it, in CSS pixels; 0 when it is hidden or there is none.
 * A vendor's element may have no box of its own around a window that is fixed.
 */
export function readCoveredPixels(selector: string): number {
  const tops = [...document.querySelectorAll(`${selector}, ${selector} *`)].flatMap((one) => {
    const { top, height } = one.getBoundingClientRect();
    return height > 0 && one.checkVisibility({ visibilityProperty: true }) ? [top] : [];
  });
  return Math.max(0, Math.ceil(innerHeight - Math.min(innerHeight, ...tops)));
}
