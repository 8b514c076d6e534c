import type { EventBus } from "@site/contracts/events/event-bus";
import { type ScreenType, toScreenType } from "@site/contracts/visitor/screen-type";

/** Milliseconds between two measurements of the width while it changes (B065). */
export const resizeThrottleMs = 100;

/** Milliseconds after the last change of the width before the device is read again (B066). */
export const deviceRefreshDelayMs = 50;

export interface ResizeFollower {
  /** Called with the new screen type when it changed. */
  onType(type: ScreenType): void;
  /** Called when the device has to be read again: an emulator, or a window dragged to another screen, may have changed it. */
  onDevice(): void;
}

/** Answers the function to call with every resize. It measures at once, then at most every 100 ms, and once after the last call. */
export function followResize(readWidth: () => number, { onType, onDevice }: ResizeFollower): () => void {
  let type = toScreenType(readWidth());
  let isResting = false;
  let isMissed = false;
  let device: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    isMissed = false;
    isResting = true;
    const next = toScreenType(readWidth());
    if (next !== type) onType((type = next));
    setTimeout(() => {
      isResting = false;
      if (isMissed) look();
    }, resizeThrottleMs);
  }

  return () => {
    if (isResting) isMissed = true;
    else look();
    clearTimeout(device);
    device = setTimeout(onDevice, deviceRefreshDelayMs);
  };
}

const readWidth = (): number => innerWidth;

/** Keeps `data-screen` of the document and the bus up to date. The width is the one that style sheets see. */
export function watchScreen(bus: EventBus, onDevice: () => void): void {
  const { dataset } = document.documentElement;
  dataset["screen"] = toScreenType(readWidth());
  addEventListener(
    "resize",
    followResize(readWidth, {
      onType(type) {
        dataset["screen"] = type;
        bus.emit("screen:changed", { type });
      },
      onDevice,
    }),
  );
}
