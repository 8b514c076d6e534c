import type { DeviceKind, System } from "./system.ts";

/** The systems the client exists for. `osx` is any desktop that is not Windows (B115). */
export const clientSystems = ["windows", "osx", "ios", "android"] as const;
export type ClientSystem = (typeof clientSystems)[number];

/** What a download can lead to: a system's client, or `mobile`, the download page for phones that Linux gets too (B113, B116). */
export const clients = [...clientSystems, "mobile"] as const;
export type Client = (typeof clients)[number];

/**
 * The client that a system gets on a device (B115, B116, B118). There are two for desktops; Linux has none and gets the page
 * for phones. Tablets and phones get `ios` when Apple made them, else `android`.
 */
export function pickClient(system: System, device: DeviceKind): Client {
  if (system === "ios" || system === "android") return system;
  // Windows on a tablet is Windows; on a phone there is no client for it.
  if (device === "desktop" || (device === "tablet" && system === "windows"))
    return system === "linux" ? "mobile" : system;
  return system === "osx" ? "ios" : "android";
}
