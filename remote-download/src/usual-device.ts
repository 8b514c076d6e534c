import type { DeviceKind, System } from "@site/contracts/visitor/system";

/** What a page takes a system to run on. Boot has looked already: a Mac with a touch screen is `ios`, a phone never `windows`. */
export const usualDevice: Readonly<Record<System, DeviceKind>> = {
  windows: "desktop",
  osx: "desktop",
  linux: "desktop",
  ios: "phone",
  android: "phone",
};
