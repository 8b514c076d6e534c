/** Widths in CSS pixels at which a page may change its shape (B064). Style sheets use these and no others. */
export const breakpoints = [320, 640, 768, 1024, 1244, 1280, 1536] as const;

/** Kinds of screens, narrowest first. */
export const screenTypes = ["mobile", "tablet", "desktop"] as const;
export type ScreenType = (typeof screenTypes)[number];

/** The kind of screen of a viewport, by its width in CSS pixels: desktop from 1244, tablet from 768 (B061-B063). */
export function toScreenType(width: number): ScreenType {
  if (width >= 1244) return "desktop";
  return width >= 768 ? "tablet" : "mobile";
}
