import type { Device, System } from "@site/contracts/visitor/system";

/** What a page takes a system to run on. Boot has looked already: a Mac with a touch screen is `ios`, a phone never `windows`. */
export const usualDevice: Readonly<Record<System, Device>> = {
  windows: "desktop",
  osx: "desktop",
  linux: "desktop",
  ios: "phone",
  android: "phone",
};
