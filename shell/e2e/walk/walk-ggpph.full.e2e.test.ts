import { sampled } from "../harness/sampled.ts";
import { describeWalk, everyWidth, isOfEachKind, type WalkedWidths } from "./describe-walk.ts";

const isSampled = isOfEachKind("GGPPH");

const sample: WalkedWidths = {
  open: [1440],
  press: [390],
  isOpened: isSampled,
  // Every page, and a place of a page of each kind.
  isPressed: (address) => address.url.hash === "" || isSampled(address),
};

describeWalk("GGPPH", () => true, sampled({ all: everyWidth, sample }));
