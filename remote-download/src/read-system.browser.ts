import { isSystem, pickSystem, type System } from "@site/contracts/visitor/system";

/** The visitor's system: the document's `data-platform`, which boot sets before paint, or else the browser's own report. */
export function readSystem(): System {
  const { platform } = document.documentElement.dataset;
  return isSystem(platform) ? platform : pickSystem(navigator.userAgent, navigator.maxTouchPoints);
}
