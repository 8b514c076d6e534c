import { describeWalk, isOfEachKind } from "./describe-walk.ts";

const isSampled = isOfEachKind("GGPBR");

// The first language, with links to a page of each kind, on a phone; places are those of GGPPH. walk-ggpbr.prove.test.ts walks the rest.
describeWalk("GGPBR", ({ url }) => url.pathname.startsWith("/pt-br/"), {
  open: [],
  press: [390],
  isPressed: (address) => address.url.hash === "" && isSampled(address),
});
