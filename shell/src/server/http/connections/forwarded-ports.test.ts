import * as fc from "fast-check";
import { expect, test } from "vitest";
import { removeForwardedPorts } from "./forwarded-ports.ts";

function remove(header: string): string {
  const request = { headers: { "x-forwarded-for": header } };
  removeForwardedPorts(request);
  return request.headers["x-forwarded-for"];
}

const address = fc.oneof(fc.ipV4(), fc.ipV6());
const port = fc.integer({ min: 0, max: 65_535 });

test("a list of addresses stays as it is without their ports, at every place", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(address, fc.option(port)), { minLength: 1, maxLength: 6 }), (list) => {
      const written = list.map(([one, at]) => {
        if (at === null) return one;
        return one.includes(":") ? `[${one}]:${at}` : `${one}:${at}`;
      });
      expect(remove(written.join(", "))).toBe(list.map(([one]) => one).join(", "));
    }),
  );
});

test("of any text no place is added or lost, and what is left is left again", () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f:.[\], ]{0,40}$/));
  fc.assert(
    fc.property(text, (header) => {
      const once = remove(header);
      expect(once.split(",")).toHaveLength(header.split(",").length);
      expect(remove(once)).toBe(once);
    }),
  );
});
