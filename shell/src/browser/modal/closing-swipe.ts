/** Where a swipe has to go to close a modal: downwards, or to the edge of the window a sheet came from. */
export type SwipeDirection = "up" | "down" | "left" | "right";

/** A swipe that has ended: pixels in the direction that closes, the modal's size along it, and how long it lasted. */
export interface EndedSwipe {
  distance: number;
  size: number;
  milliseconds: number;
}

/** Part of a modal's size beyond which a swipe closes at any speed (B160). */
const closingPart = 0.1;
/** Milliseconds up to which a swipe closes at any length (B161). */
const quickSwipeMs = 300;
/** Pixels a finger wanders during a tap. */
const tapSlop = 10;

/** Whether a swipe closes the modal it happened on, or lets it bounce back (B160-B162). */
export function isClosingSwipe({ distance, size, milliseconds }: EndedSwipe): boolean {
  if (distance < tapSlop) return false;
  return distance > size * closingPart || milliseconds <= quickSwipeMs;
}
