import type { SiteEvents } from "@site/contracts/events/events";
import roomSheet from "../../ui/chat-room.module.css?sheet";

/** The largest height in pixels that is left free: a window higher than this is not small, or not measured well. */
const maxRoomPixels = 128;

let sheet: CSSStyleSheet | undefined;

/** Leaves free what the help chat's small window covers of the lower edge, until the window is large, hidden or gone. */
export function makeChatRoom({ state, coveredPixels }: SiteEvents["chat:window-changed"]): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  const room = state === "minimized" ? Math.min(coveredPixels, maxRoomPixels) : 0;
  sheet.replaceSync(room > 0 ? `${String(roomSheet)}:root{--chat-room:${room}px}` : "");
}
