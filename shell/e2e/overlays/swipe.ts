import type { Page } from "playwright";

export interface Swipe {
  /** Pixels from the left and the top of the window. */
  from: { x: number; y: number };
  /** Pixels it goes right and down. */
  by: { x: number; y: number };
  /** How long it lasts, by the clock of the touch screen. */
  milliseconds: number;
  /** Is told when the finger has arrived, before it is lifted. */
  onHeld?: () => Promise<void>;
}

/** Swipes with one finger, as the touch screen tells the browser: the duration is in the events, so the test does not wait for it. */
export async function swipe(page: Page, { from, by, milliseconds, onHeld }: Swipe): Promise<void> {
  const screen = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    screen.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
      timestamp: start + (milliseconds / 1000) * part,
    });
  await touch("touchStart", 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", part);
  await onHeld?.();
  await touch("touchEnd", 1);
  await screen.detach();
}
