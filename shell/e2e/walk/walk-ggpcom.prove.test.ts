import { describeWalk } from "./describe-walk.ts";

// Its pages are those of GGPPH with a prefix, which GGPBR has as well.
describeWalk("GGPCOM");
