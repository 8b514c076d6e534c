import * as fc from "fast-check";
import { expect, test } from "vitest";
import { makeSpanId, makeTraceId, parseTraceparent } from "./trace-context.ts";

test("the context that a header names is read as it was written", () => {
  fc.assert(
    fc.property(fc.nat(255), (flags) => {
      const [traceId, spanId] = [makeTraceId(), makeSpanId()];
      const header = `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, "0")}`;
      expect(parseTraceparent(header)).toEqual({ traceId, spanId, isSampled: flags % 2 === 1 });
      expect(parseTraceparent(`${header}-x`)).toBeUndefined();
      expect(parseTraceparent(header.replace("00-", "01-") + "-x")).toMatchObject({ traceId, spanId });
    }),
  );
});

test("any other text names none, or ids of their form", () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[0-9a-f]{2}-[0-9a-f]{30,33}-[0-9a-f]{15,17}-[0-9a-f]{1,3}-?$/),
  );
  fc.assert(
    fc.property(text, (header) => {
      const { traceId = "1".repeat(32), spanId = "1".repeat(16) } = parseTraceparent(header) ?? {};
      expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
      expect(spanId).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
    }),
  );
});
