import type { DeviceKind, System } from "@site/contracts/visitor/system";

/** The device that a system implies. Boot has decided the system: a Mac with a touch screen is `ios`, a phone never `windows`. */
export const usualDevice: Readonly<Record<System, DeviceKind>> = {
  windows: "desktop",
  osx: "desktop",
  linux: "desktop",
  ios: "phone",
  android: "phone",
};
