import type { SiteEvents } from "@site/contracts/events/events";

/** The events by which remotes request toasts and modals. */
export type OverlayRequest =
  | "toast:requested"
  | "toast:updated"
  | "toast:removed"
  | "toast:cleared"
  | "modal:requested"
  | "modal:close-requested";

/** The function that fulfils each request. */
export type Fulfil = { [N in OverlayRequest]: (detail: SiteEvents[N]) => void };
