import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findCookie, toCookie } from "./cookies.ts";

const name = "__Host-session";
const value = fc.stringMatching(/^[\w.-]{0,80}$/);
/** Cookies of any other name, also of one that ends or begins like it. */
const other = fc.oneof(
  fc.constantFrom(`x${name}=a`, `${name}s=a`, `${name}`, `a=${name}=b`, "=", "a"),
  fc.string().map((text) => `o=${text.replaceAll(";", "")}`),
);

test("a cookie that was set is found at every place among others, and not when it is sent twice", () => {
  fc.assert(
    fc.property(value, value, fc.array(other), fc.nat(), (own, second, others, at) => {
      const [pair = ""] = toCookie(name, own, 60).split(";");
      const header = others.toSpliced(at % (others.length + 1), 0, pair);
      expect(findCookie(header.join("; "), name)).toBe(own);
      expect(findCookie([...header, `${name}=${second}`].join("; "), name)).toBeUndefined();
      expect(findCookie(others.join("; "), name)).toBeUndefined();
    }),
  );
});
