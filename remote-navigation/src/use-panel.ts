import { type RefObject, useEffect, useRef, useState } from "react";

/** A popover the browser opens and closes by itself, and what React adds to it. */
export interface Panel<T extends HTMLElement> {
  /** For `aria-expanded`. Undefined on the server, where the browser derives it from `popovertarget`. */
  open: boolean | undefined;
  /** Attributes of the popover. */
  popover: {
    ref: RefObject<T | null>;
    popover: "auto";
  };
}

/** Follows a popover's state. The shell closes it, in the way named by `data-panel` on the element around button and popover. */
export function usePanel<T extends HTMLElement = HTMLDivElement>(): Panel<T> {
  const ref = useRef<T>(null);
  const [open, setOpen] = useState<boolean>();

  useEffect(() => {
    const popover = ref.current;
    if (!popover) return undefined;
    const read = (): void => setOpen(popover.matches(":popover-open"));
    read();
    popover.addEventListener("toggle", read);
    return () => popover.removeEventListener("toggle", read);
  }, []);

  return { open, popover: { ref, popover: "auto" } };
}
