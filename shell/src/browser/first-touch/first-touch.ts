export { linkSheet } from "./link-sheet.ts";
export { followTouch } from "./follow-touch.ts";
export { toPageTop } from "./page-top.ts";
export { watchLinks } from "./watch-links.ts";
