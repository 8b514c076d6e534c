import { sampled } from "../harness/sampled.ts";
import { describeWalk, everyWidth } from "./describe-walk.ts";

describeWalk("GGPPH", () => true, sampled({ all: everyWidth, sample: { open: [1440], press: [390] } }));
