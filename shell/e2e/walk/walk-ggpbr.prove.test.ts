import { describeWalk } from "./describe-walk.ts";

// Of the second language, whose pages have the same places as those of the first, every page alone.
describeWalk("GGPBR", ({ url }) => !url.pathname.startsWith("/pt-br/") && url.hash === "");
