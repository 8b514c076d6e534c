export { linkSheet } from "./link-sheet.ts";
export { followPanels as followTouch } from "./panels.ts";
export { toPageTop } from "./page-top.ts";
export { watchLinks } from "./watch-links.ts";
