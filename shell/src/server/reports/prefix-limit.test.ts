import { describe, expect, test } from "vitest";
import { createPrefixLimit } from "./prefix-limit.ts";

let time = 0;
const now = () => time;
const admit = (limit: { admit(address: string): boolean }, addresses: string[]) =>
  addresses.map((address) => limit.admit(address));

describe("a limit by network", () => {
  test("counts all addresses of a network together, and networks apart", () => {
    const limit = createPrefixLimit({ perPrefix: 2, total: 100, windowMs: 1000, now });
    expect(admit(limit, ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.114.1"])).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(admit(limit, ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:2::1"])).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  test("begins anew with each window, and says when", () => {
    time = 0;
    const limit = createPrefixLimit({ perPrefix: 1, total: 100, windowMs: 60_000, now });
    expect(admit(limit, ["203.0.113.1", "203.0.113.1"])).toEqual([true, false]);
    time = 59_001;
    expect([limit.admit("203.0.113.1"), limit.retryAfterSeconds()]).toEqual([false, 1]);
    time = 60_000;
    expect(admit(limit, ["203.0.113.1", "203.0.113.1"])).toEqual([true, false]);
  });

  test("admits no more than the total from however many networks", () => {
    const limit = createPrefixLimit({ perPrefix: 5, total: 1000, windowMs: 1000, now });
    const admitted = Array.from({ length: 20_000 }, (_, index) =>
      limit.admit(`10.${Math.floor(index / 250)}.${index % 250}.1`),
    ).filter(Boolean);
    expect(admitted).toHaveLength(1000);
  });

  test("admits nothing from what is no address", () => {
    expect(createPrefixLimit({ perPrefix: 5, total: 10, windowMs: 1000 }).admit("unknown")).toBe(false);
  });
});
