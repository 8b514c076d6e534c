import { type PointerEvent, type MouseEvent, type RefObject, useEffect, useReducer, useRef } from "react";
import { toPanelState, unknownPanel } from "./panel-state.ts";

/** A popover the browser opens and closes by itself, and what React adds to it. */
export interface Panel {
  /** For `aria-expanded`. Undefined on the server, where the browser derives it from `popovertarget`. */
  open: boolean | undefined;
  close(): void;
  /** Go on the element that holds button and popover, and whose hovering shows the panel. */
  host: {
    "data-dismissed": true | undefined;
    onPointerLeave(event: PointerEvent): void;
  };
  /** Go on the popover. A link that was followed closes it. */
  popover: {
    ref: RefObject<HTMLDivElement | null>;
    popover: "auto";
    onClick(event: MouseEvent<HTMLElement>): void;
  };
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

  return {
    open,
    close: () => ref.current?.hidePopover(),
    host: {
      "data-dismissed": dismissed || undefined,
      onPointerLeave: () => dispatch({ type: "left" }),
    },
    popover: {
      ref,
      popover: "auto",
      onClick: (event) => {
        if (!(event.target instanceof Element) || !event.target.closest("a")) return;
        event.currentTarget.hidePopover();
        dispatch({ type: "escaped", hovered: isHovered(event.currentTarget) });
      },
    },
  };
}

function isHovered(popover: HTMLElement): boolean {
  return popover.parentElement?.matches(":hover") ?? false;
}
