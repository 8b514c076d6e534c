import { isClosingSwipe, type SwipeDirection } from "./closing-swipe.ts";

/** Pixels after which the direction of a finger is decided. Fewer than any browser waits for before it scrolls by itself. */
const decisionDistance = 4;

/** Where a swipe means something else: fields, draggable elements, and elements that opt out. */
const ownSwipes = "input, textarea, select, [contenteditable], [draggable=true], [data-own-swipe], [popover]";

interface Touch {
  x: number;
  y: number;
  at: number;
  target: Element;
  /** Whether this is a swipe of the modal; undefined until it is clear. */
  isSwipe?: boolean;
}

/**
 * Lets a modal follow a finger that moves in one direction, and asks to close it when the swipe was far or quick enough
 * (B160-B162). What scrolls inside scrolls first: a swipe counts only where there is nothing left to scroll.
 * @param close answers whether the modal closes; if not, it bounces back
 */
export function watchSwipes(
  dialog: HTMLDialogElement,
  direction: SwipeDirection,
  close: () => boolean,
  signal: AbortSignal,
): void {
  let touch: Touch | undefined;
  const isUpright = direction === "up" || direction === "down";
  const sign = direction === "up" || direction === "left" ? -1 : 1;

  /** Pixels a finger has moved in the direction, and across it. */
  function measure(
    { clientX, clientY }: { clientX: number; clientY: number },
    { x, y }: Touch,
  ): [along: number, across: number] {
    const [dx, dy] = [clientX - x, clientY - y];
    return isUpright ? [dy * sign, Math.abs(dx)] : [dx * sign, Math.abs(dy)];
  }

  function bounceBack(): void {
    const from = dialog.style.translate;
    dialog.style.removeProperty("translate");
    if (from === "" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    dialog.animate([{ translate: from }, { translate: "none" }], {
      duration: 180,
      easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
    });
  }

  function cancel(): void {
    if (touch?.isSwipe) bounceBack();
    touch = undefined;
  }

  dialog.addEventListener(
    "touchstart",
    ({ touches, target, timeStamp }) => {
      cancel();
      const [first, second] = touches;
      if (!first || second || !(target instanceof Element) || !isInside(first, dialog)) return;
      // The dialog itself may be a popover that became a modal.
      const own = target.closest(ownSwipes);
      if (own !== null && own !== dialog) return;
      touch = { x: first.clientX, y: first.clientY, at: timeStamp, target };
    },
    { passive: true, signal },
  );

  dialog.addEventListener(
    "touchmove",
    (event) => {
      const [first] = event.changedTouches;
      if (!touch || !first) return;
      const [along, across] = measure(first, touch);
      if (Math.max(Math.abs(along), across) < decisionDistance) return;
      touch.isSwipe ??= along > across && isAtEdge(touch.target, dialog, direction);
      if (!touch.isSwipe) return;
      // Otherwise the browser would scroll and cancel the pointer.
      if (event.cancelable) event.preventDefault();
      const moved = Math.max(along, 0) * sign;
      dialog.style.translate = isUpright ? `0 ${moved}px` : `${moved}px`;
    },
    { passive: false, signal },
  );

  dialog.addEventListener(
    "touchend",
    ({ changedTouches, timeStamp }) => {
      const [first] = changedTouches;
      if (!touch?.isSwipe || !first) return cancel();
      const [distance] = measure(first, touch);
      const size = isUpright ? dialog.offsetHeight : dialog.offsetWidth;
      const milliseconds = timeStamp - touch.at;
      touch = undefined;
      if (!isClosingSwipe({ distance, size, milliseconds }) || !close()) bounceBack();
    },
    { passive: true, signal },
  );

  dialog.addEventListener("touchcancel", cancel, { passive: true, signal });
}

function isInside({ clientX, clientY }: { clientX: number; clientY: number }, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Whether nothing between an element and its dialog can still scroll when a finger moves in the direction. */
function isAtEdge(target: Element, dialog: Element, direction: SwipeDirection): boolean {
  for (let element: Element | null = target; element; element = element === dialog ? null : element.parentElement) {
    const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = element;
    const left = {
      down: scrollTop,
      up: scrollHeight - clientHeight - scrollTop,
      right: scrollLeft,
      left: scrollWidth - clientWidth - scrollLeft,
    }[direction];
    if (left > 1 && isScroller(element, direction)) return false;
  }
  return true;
}

function isScroller(element: Element, direction: SwipeDirection): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return /auto|scroll/.test(direction === "up" || direction === "down" ? overflowY : overflowX);
}
