/**
 * The height at the lower edge of the browser's window that an element and its descendants cover, in CSS pixels; 0 when it is hidden or missing. A
 * vendor's element may have no box of its own around a fixed window.
 */
export function readCoveredPixels(selector: string): number {
  const tops = [...document.querySelectorAll(`${selector}, ${selector} *`)].flatMap((one) => {
    const { top, height } = one.getBoundingClientRect();
    return height > 0 && one.checkVisibility({ visibilityProperty: true }) ? [top] : [];
  });
  return Math.max(0, Math.ceil(innerHeight - Math.min(innerHeight, ...tops)));
}
