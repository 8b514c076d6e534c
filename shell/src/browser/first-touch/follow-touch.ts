import { keepPlace } from "./kept-place.ts";
import { followPanels } from "./panels.ts";
import { showWaiting } from "./waiting.ts";

let isPlaceKept = false;

/** Follows the panels of the page and its links from the first input on. */
export function followTouch(event: Event): void {
  if (!isPlaceKept) keepPlace();
  isPlaceKept = true;
  followPanels(event);
  showWaiting(event);
}
