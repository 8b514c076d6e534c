import { describeWalk } from "./describe-walk.ts";

describeWalk("GGPCOM");
