import { describeWalk } from "./describe-walk.ts";

// Of the first language every page and its place. Of the second, whose pages have the same places, every page alone.
describeWalk("GGPBR", ({ url }) => url.pathname.startsWith("/pt-br/") || url.hash === "");
