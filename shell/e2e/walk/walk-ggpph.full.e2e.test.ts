import { sampled } from "../harness/sampled.ts";
import { describeWalk, everyWidth, isOfEachKind, type WalkedWidths } from "./describe-walk.ts";

const isSampled = isOfEachKind("GGPPH");

/** A page of each kind and its place. */
const sample: WalkedWidths = { open: [1440], press: [390], isOpened: isSampled, isPressed: isSampled };

describeWalk("GGPPH", () => true, sampled({ all: everyWidth, sample }));
