import { type PointerEvent, type MouseEvent, type RefObject, useEffect, useReducer, useRef } from "react";
import { toPanelState, unknownPanel } from "./panel-state.ts";

/** A popover the browser opens and closes by itself, and what React adds to it. */
export interface Panel {
  /** Goes on the popover. */
  ref: RefObject<HTMLDivElement | null>;
  /** For `aria-expanded`. Undefined on the server, where the browser derives it from `popovertarget`. */
  open: boolean | undefined;
  close(): void;
  /** Go on the element that holds button and popover, and whose hovering shows the panel. */
  host: {
    "data-dismissed": true | undefined;
    onPointerLeave(event: PointerEvent): void;
  };
  /** Goes on the popover: a link that was followed closes it. */
  onClick(event: MouseEvent): void;
}

/** Follows a popover's state and lets Escape dismiss a panel that only hovering shows (B046). */
export function usePanel(): Panel {
  const ref = useRef<HTMLDivElement>(null);
  const [{ open, dismissed }, dispatch] = useReducer(toPanelState, unknownPanel);

  useEffect(() => {
    const popover = ref.current;
    if (!popover) return undefined;
    const read = (): boolean => popover.matches(":popover-open");
    const onToggle = (): void => dispatch({ type: "toggled", open: read(), hovered: isHovered(popover) });
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !read()) dispatch({ type: "escaped", hovered: isHovered(popover) });
    };
    const { ownerDocument } = popover;
    dispatch({ type: "read", open: read() });
    popover.addEventListener("toggle", onToggle);
    ownerDocument.addEventListener("keydown", onKeyDown);
    return () => {
      popover.removeEventListener("toggle", onToggle);
      ownerDocument.removeEventListener("keydown", onKeyDown);
    };
  }, []);

  const close = (): void => ref.current?.hidePopover();
  return {
    ref,
    open,
    close,
    host: {
      "data-dismissed": dismissed || undefined,
      onPointerLeave: () => dispatch({ type: "left" }),
    },
    onClick: (event) => {
      if (!(event.target instanceof Element) || !event.target.closest("a")) return;
      close();
      if (ref.current) dispatch({ type: "escaped", hovered: isHovered(ref.current) });
    },
  };
}

function isHovered(popover: HTMLElement): boolean {
  return popover.parentElement?.matches(":hover") ?? false;
}
