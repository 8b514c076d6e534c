import { expect, test } from "vitest";
import { isChatRoute } from "./chat-route.ts";
import { checkAvailability, hasCapacity } from "./chat-support.ts";

const { signal } = new AbortController();

test.each([
  [{ hasCapacity: true }, true],
  [{ hasCapacity: "true" }, false],
  [{ hasCapacity: 1 }, false],
  [{ hasCapacity: false }, false],
  [{}, false],
  [true, false],
  [null, false],
  [undefined, false],
])("B095 the answer %j means available: %s", async (answer, available) => {
  expect(hasCapacity(answer)).toBe(available);
  expect(await checkAvailability({ readQueue: async () => answer }, signal)).toBe(available);
});

test("B112 a question that fails means not available", async () => {
  expect(await checkAvailability({ readQueue: () => Promise.reject(new Error("offline")) }, signal)).toBe(false);
});

test("a site without a queue has no chat", async () => {
  expect(await checkAvailability(undefined, signal)).toBe(false);
});

test.each([
  ["responsible-gaming", true],
  ["responsible-gaming-tools", true],
  ["index", false],
  ["about-responsible-gaming", false],
])("B025 the route %s offers the chat: %s", (name, offered) => {
  expect(isChatRoute(name)).toBe(offered);
});
