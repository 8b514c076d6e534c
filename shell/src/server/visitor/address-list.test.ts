import { describe, expect, test } from "vitest";
import { createAddressList } from "./address-list.ts";

describe("B154 a list of addresses", () => {
  const list = createAddressList(["203.0.113.7", "198.51.100.0/24", "2001:db8::/32"]);

  test.each([
    "203.0.113.7",
    "198.51.100.0",
    "198.51.100.255",
    "2001:db8::1",
    "::ffff:203.0.113.7",
    "::ffff:198.51.100.9",
  ])("has %s", (address) => {
    expect(list.has(address)).toBe(true);
  });

  test.each([
    "203.0.113.8",
    "198.51.101.1",
    "2001:db9::1",
    "::ffff:203.0.113.8",
    "",
    "unknown",
    "203.0.113.7, 198.51.100.1",
  ])("does not have %j", (address) => {
    expect(list.has(address)).toBe(false);
  });

  test("has no address when it is empty", () => {
    expect(createAddressList([]).has("127.0.0.1")).toBe(false);
  });
});
