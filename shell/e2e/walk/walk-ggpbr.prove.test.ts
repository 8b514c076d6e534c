import { describeWalk } from "./describe-walk.ts";

// The first language at a desk too, and what can be pressed at one of the two.
describeWalk("GGPBR", ({ url }) => url.pathname.startsWith("/pt-br/"));
// Of the second language, whose pages have the same places as those of the first, every page alone.
describeWalk("GGPBR", ({ url }) => !url.pathname.startsWith("/pt-br/") && url.hash === "");
