import { expect, test } from "vitest";
import { isChatRoute } from "./chat-route.ts";
import { readCapacity } from "./read-capacity.ts";

test.each([[true], [false]])("B095 the answer %s is taken as it is", (hasCapacity) => {
  expect(readCapacity({ hasCapacity })).toBe(hasCapacity);
});

test.each([
  { hasCapacity: "true" },
  { hasCapacity: 1 },
  { hasCapacity: null },
  {},
  true,
  null,
  undefined,
  [],
  "<!doctype html>",
  "true",
])("B095 the answer %j is none", (answer) => {
  expect(() => readCapacity(answer)).toThrow(/expected .*hasCapacity/);
});

test.each([
  ["responsible-gaming", true],
  ["responsible-gaming-tools", true],
  ["index", false],
  ["about-responsible-gaming", false],
])("B025 the route %s offers the chat: %s", (name, offered) => {
  expect(isChatRoute(name)).toBe(offered);
});
