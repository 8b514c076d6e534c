import { describeWalk } from "./describe-walk.ts";

// The first language, with links to every page and its place, on a phone. walk-ggpbr.prove.test.ts walks the rest.
describeWalk("GGPBR", ({ url }) => url.pathname.startsWith("/pt-br/"), { open: [], press: [390] });
