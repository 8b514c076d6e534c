import { followPanels } from "./panels.ts";
import { showWaiting } from "./waiting.ts";

/** Follows the panels of the page and its links from the first input on. */
export function followTouch(event: Event): void {
  followPanels(event);
  showWaiting(event);
}
