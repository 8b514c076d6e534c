/** The systems a page tells apart: the values of `data-platform` on the document's element, which boot sets before paint. */
export const systems = ["windows", "osx", "linux", "ios", "android"] as const;
export type System = (typeof systems)[number];

/** What a system runs on. A desktop with a touch screen is still a desktop. */
export const deviceKinds = ["desktop", "tablet", "phone"] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** True for one of {@link systems}; any other value of a document's attribute is ignored. */
export function isSystem(value: string | undefined): value is System {
  return systems.some((system) => system === value);
}

/**
 * The system of a browser by its user agent. Chrome on iOS (`CriOS`) is iOS; every other mobile browser counts as Android
 * (B118); an unknown desktop counts as a Mac (B115). Every page carries this inline, hence so few letters.
 * @param touchPoints an iPad that asks for desktop pages calls itself a Mac; no Mac has a touch screen
 */
export function pickSystem(agent: string, touchPoints: number): System {
  return /iP[aho]|CriOS/.test(agent) || (/Mac/.test(agent) && touchPoints > 1)
    ? "ios"
    : /Android|Mobi/.test(agent)
      ? "android"
      : /Win/.test(agent)
        ? "windows"
        : /Linux|X11/.test(agent)
          ? "linux"
          : "osx";
}
