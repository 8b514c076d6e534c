import { sampled } from "../harness/sampled.ts";
import type { Address } from "./list-addresses.ts";
import { describeWalk, everyWidth, isOfEachKind, type WalkedWidths } from "./describe-walk.ts";

const isSampled = isOfEachKind("GGPPH");

/** Policies have one template, of which the terms are among the pages of each kind, and so have ambassadors, of whom one is in the sample. */
const isOfOneTemplate = ({ url }: Address): boolean =>
  /^\/(house-rules|[a-z-]+-policy)\/$|^\/ggteam\/(?!ace-marlowe\/)./.test(url.pathname);

const sample: WalkedWidths = {
  open: [1440],
  press: [390],
  isOpened: isSampled,
  // A place of a page of each kind, whose pages are pressed on GGPBR, and a page of each other template.
  isPressed: (address) =>
    address.url.hash === "" ? !isSampled(address) && !isOfOneTemplate(address) : isSampled(address),
};

describeWalk("GGPPH", () => true, sampled({ all: everyWidth, sample }));
