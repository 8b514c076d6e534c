import { expect, test } from "vitest";
import { isAddressRange } from "./address-range.ts";

test.each(["203.0.113.7", "203.0.113.0/24", "203.0.113.7/32", "0.0.0.0/0", "2001:db8::1", "2001:db8::/32", "::1/128"])(
  "B154 %s names visitors",
  (value) => {
    expect(isAddressRange(value)).toBe(true);
  },
);

test.each([
  "",
  "203.0.113",
  "203.0.113.7/33",
  "203.0.113.7/24x",
  "203.0.113.7/x24",
  "203.0.113.7/1e1",
  "203.0.113.7/",
  "203.0.113.7/2/4",
  "203.0.113.256",
  "2001:db8::/129",
  "localhost",
  "203.0.113.7/-1",
  " 203.0.113.7",
  "*",
])("B154 %j is no address and no range", (value) => {
  expect(isAddressRange(value)).toBe(false);
});
