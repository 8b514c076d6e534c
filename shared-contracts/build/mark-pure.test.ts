import { expect, test } from "vitest";
import markPure from "./mark-pure.ts";

const source = `var LinkContext = React2.createContext(null);
LinkContext.displayName = "Link";
var Link = React10.forwardRef(
  function Link2(props, ref) {
    const inner = React.createElement("a", props);
    inner.displayName = "kept";
    return inner;
  }
);
var eventId = React.useId();`;

test("a component that is made at the top of a module is marked as one that may be left out, and its name is taken away", () => {
  expect(markPure(source)).toBe(`var LinkContext = /* @__PURE__ */ React2.createContext(null);

var Link = /* @__PURE__ */ React10.forwardRef(
  function Link2(props, ref) {
    const inner = React.createElement("a", props);
    inner.displayName = "kept";
    return inner;
  }
);
var eventId = React.useId();`);
});

test("a field of React that is read by a variable with its name is read by the name, and other fields are unchanged", () => {
  expect(
    markPure(`var USE_OPTIMISTIC = "useOptimistic";
var useOptimisticImpl = React3[USE_OPTIMISTIC];
var other = React3[name] ?? routes[USE_OPTIMISTIC];`),
  ).toBe(`var USE_OPTIMISTIC = "useOptimistic";
var useOptimisticImpl = React3.useOptimistic;
var other = React3[name] ?? routes[USE_OPTIMISTIC];`);
});
