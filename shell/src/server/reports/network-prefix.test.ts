import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toNetworkPrefix } from "./network-prefix.ts";

const write = (groups: readonly number[]) => groups.map((value) => value.toString(16).padStart(4, "0")).join(":");

describe("the network of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.0/24"],
    ["203.0.113.255", "203.0.113.0/24"],
    ["::ffff:203.0.113.7", "203.0.113.0/24"],
    ["2001:db8:7:1::1", "2001:db8:7::/48"],
    ["2001:0DB8:0007:ffff:1:2:3:4", "2001:db8:7::/48"],
    ["2001:db8::7", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["1::", "1:0:0::/48"],
    ["64:ff9b::203.0.113.7", "64:ff9b:0::/48"],
    ["1:2:3:4:5:6:203.0.113.7", "1:2:3::/48"],
  ])("%s is in %s", (address, prefix) => {
    expect(toNetworkPrefix(address)).toBe(prefix);
  });

  test.each(["", "unknown", "203.0.113", "203.0.113.256", "1::2::3", "203.0.113.7:80", "[::1]", "a".repeat(10_000)])(
    "%s is no address",
    (address) => {
      expect(toNetworkPrefix(address)).toBeUndefined();
    },
  );

  test("is the same for two IPv6 addresses when their first 48 bits are", () => {
    const group = fc.nat({ max: 0xffff });
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 8, maxLength: 8 }),
        fc.array(group, { minLength: 5, maxLength: 5 }),
        (one, end) => {
          const other = [...one.slice(0, 3), ...end];
          expect(toNetworkPrefix(write(one))).toBe(toNetworkPrefix(write(other)));
          const short = new URL(`http://[${write(one)}]`).hostname.slice(1, -1);
          expect(toNetworkPrefix(short)).toBe(toNetworkPrefix(write(one)));
        },
      ),
    );
  });
});
