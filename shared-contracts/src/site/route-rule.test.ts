import { expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { routeRuleSchema } from "./route-rule.ts";

test.each([{ redirect: "/download/" }, { redirect: "https://blog.example/" }, { middleware: "document" }])(
  "B023 a path may have the rule %j",
  (rule) => {
    expect(findProblem(routeRuleSchema, rule)).toBeUndefined();
  },
);

test.each([{}, { redirect: "/a/", middleware: "document" }, { redirect: 7 }, { status: 301 }, null])(
  "a path never has the rule %j",
  (rule) => {
    expect(findProblem(routeRuleSchema, rule)).toBeDefined();
  },
);

test("B204 an unknown middleware is refused with those that there are", () => {
  expect(findProblem(routeRuleSchema, { middleware: "login" })).toMatch(
    'there is no route middleware "login"; there are: document',
  );
});

test("a redirect never leads to a script", () => {
  expect(findProblem(routeRuleSchema, { redirect: "javascript:alert(1)" })).toBeDefined();
});
