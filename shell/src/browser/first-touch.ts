export { followPanels as followTouch } from "./panels.ts";
export { toPageTop } from "./page-top.ts";
