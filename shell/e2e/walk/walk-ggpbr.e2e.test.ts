import { describeWalk } from "./describe-walk.ts";

// All of the first language. Of the second, whose pages have the same places, every page and no fragment.
describeWalk("GGPBR", ({ url }) => url.pathname.startsWith("/pt-br/") || url.hash === "");
