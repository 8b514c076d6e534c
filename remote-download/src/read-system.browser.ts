import { isSystem, pickSystem, type System } from "@site/contracts/visitor/system";

/** The visitor's system as the document names it before paint, or as the browser does when the document is silent. */
export function readSystem(): System {
  const { platform } = document.documentElement.dataset;
  return isSystem(platform) ? platform : pickSystem(navigator.userAgent, navigator.maxTouchPoints);
}
