import type { Platform } from "@site/contracts/visitor";

/** The systems a page tells apart: the values of `data-platform` on the document's element. */
export const systems = ["windows", "osx", "linux", "ios", "android"] as const;
export type System = (typeof systems)[number];

/** True for one of {@link systems}; anything else a document might carry is not believed. */
export function isSystem(value: string | undefined): value is System {
  return systems.some((system) => system === value);
}

/** True where a client is installed at a desk. Linux is a desk too, though its client is the mobile page's (B116). */
export function isDesktop(system: System): boolean {
  return system === "windows" || system === "osx" || system === "linux";
}

/**
 * The client a system gets: its own, and for Linux what the mobile page offers (B115, B116, B118). `android` is that
 * page for everybody who is not on iOS.
 */
export function pickPlatform(system: System): Platform {
  return system === "linux" ? "android" : system;
}

/**
 * The system of a browser, for the rare page whose document does not say. A phone is `ios` when it is iOS, which covers
 * Chrome on iOS (`CriOS`), else `android` (B118); a desk is `windows`, `linux`, or else `osx` (B115).
 * @param touchPoints an iPad that asks for desktop pages calls itself a Mac; no Mac has a touch screen
 */
export function pickSystem(userAgent: string, touchPoints: number): System {
  if (/iPhone|iPad|iPod|CriOS/.test(userAgent)) return "ios";
  if (/Macintosh/.test(userAgent)) return touchPoints > 1 ? "ios" : "osx";
  if (/Android|Mobile/.test(userAgent)) return "android";
  if (/Windows/.test(userAgent)) return "windows";
  return /Linux|X11|CrOS/.test(userAgent) ? "linux" : "osx";
}
