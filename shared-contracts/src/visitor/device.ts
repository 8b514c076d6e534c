import * as v from "valibot";
import { type ScreenType, toScreenType } from "./screen-type.ts";

/** The address that answers a browser's device flags: only the server computes them, so that server and browser never differ (B132). */
export const devicePath = "/api/device";

/** The flags of a device, in the words of the specification (B132). */
export const deviceFlagNames = [
  "isMobile",
  "isMobileOrTablet",
  "isTablet",
  "isDesktop",
  "isIos",
  "isAndroid",
  "isWindows",
  "isMacOS",
  "isApple",
  "isSafari",
  "isFirefox",
  "isEdge",
  "isChrome",
  "isSamsung",
  "isCrawler",
] as const;

/** The answer of {@link devicePath}: every flag, true or false. */
export const deviceFlagsSchema = v.object(v.entriesFromList(deviceFlagNames, v.boolean()));
export type DeviceFlags = v.InferOutput<typeof deviceFlagsSchema>;

/** A device with its window: one value. */
export interface Device extends DeviceFlags {
  screen: ScreenType;
}

/** What only the browser knows. `width` in CSS pixels. */
export interface DeviceWindow {
  width: number;
  touchPoints: number;
}

/** The device of a window. An iPad that asks for desktop pages says that it is a Mac; it is the one with a touch screen. */
export function toDevice(flags: DeviceFlags, { width, touchPoints }: DeviceWindow): Device {
  const isTablet = flags.isMacOS && touchPoints > 1;
  return {
    ...flags,
    ...(isTablet && { isIos: true, isMacOS: false, isTablet: true, isMobileOrTablet: true, isDesktop: false }),
    screen: toScreenType(width),
  };
}
