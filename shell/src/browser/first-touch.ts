import { followPageTop } from "./page-top.ts";
import { followPanels } from "./panels.ts";

let isFollowing = false;

/**
 * What a page needs from the moment it is touched, and not before: the core fetches it then.
 * @param event the touch
 */
export function followTouch(event: Event): void {
  if (!isFollowing) followPageTop();
  isFollowing = true;
  followPanels(event);
}
