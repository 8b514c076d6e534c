import type { DeviceKind, System } from "@site/contracts/visitor/system";

/** The device kind of a system. Boot has detected the system: a Mac with a touch screen is `ios`, a phone never `windows`. */
export const usualDevice: Readonly<Record<System, DeviceKind>> = {
  windows: "desktop",
  osx: "desktop",
  linux: "desktop",
  ios: "phone",
  android: "phone",
};
