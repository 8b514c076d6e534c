import { sampled } from "../harness/sampled.ts";
import { describeWalk, everyWidth, isOfEachKind, type WalkedWidths } from "./describe-walk.ts";

const isKind = isOfEachKind("GGPPH");

/** The place of a page of each kind, or the page where no link leads to a place of it. */
const isSampled: NonNullable<WalkedWidths["isPressed"]> = (address, all) =>
  isKind(address) &&
  (address.url.hash !== "" || all.every(({ url }) => url.pathname !== address.url.pathname || url.hash === ""));

const sample: WalkedWidths = {
  open: [1440],
  press: [390],
  isOpened: isSampled,
  // Every page, because a menu names each of them.
  isPressed: (address, all) => address.url.hash === "" || isSampled(address, all),
};

describeWalk("GGPPH", () => true, sampled({ all: everyWidth, sample }));
