/**
 * What React knows of a panel that HTML and CSS open without it. `open`: the browser holds it open as a popover.
 * `dismissed`: it was closed on purpose while the pointer rests on it, so hovering must not show it until the pointer
 * has left.
 */
export interface PanelState {
  /** Undefined until the browser was asked: the server does not know. */
  open: boolean | undefined;
  dismissed: boolean;
}

export type PanelEvent =
  | { type: "read"; open: boolean }
  | { type: "toggled"; open: boolean; hovered: boolean }
  | { type: "escaped"; hovered: boolean }
  | { type: "left" };

export const unknownPanel: PanelState = { open: undefined, dismissed: false };

/** The state after an event. */
export function toPanelState(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "read":
      return { ...state, open: event.open };
    case "toggled":
      return { open: event.open, dismissed: !event.open && event.hovered };
    case "escaped":
      return { ...state, dismissed: event.hovered };
    case "left":
      return { ...state, dismissed: false };
  }
}
