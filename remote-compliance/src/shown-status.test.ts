import { expect, test } from "vitest";
import { toShownStatus } from "./shown-status.ts";

test.each([
  [403, 403],
  [404, 404],
  [500, 500],
  [503, 500],
  [418, 500],
  [200, 500],
])("B200 the status %i is shown as %i", (status, shown) => {
  expect(toShownStatus(status)).toBe(shown);
});
