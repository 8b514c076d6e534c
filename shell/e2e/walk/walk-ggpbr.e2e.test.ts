import { describeWalk } from "./describe-walk.ts";

// The first language, with every page and its place. The second has the same pages: walk-ggpbr.prove.test.ts walks them.
describeWalk("GGPBR", ({ url }) => url.pathname.startsWith("/pt-br/"));
