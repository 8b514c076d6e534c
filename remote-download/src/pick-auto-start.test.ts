import { describe, expect, test } from "vitest";
import { type Arrival, pickAutoStart } from "./pick-auto-start.ts";

const arrival: Arrival = { query: "?auto=1", rule: "none", system: "windows", started: false };

describe("the download page", () => {
  test("B122 starts by itself with auto=1", () => {
    expect(pickAutoStart(arrival)).toBe("windows");
    expect(pickAutoStart({ ...arrival, query: "?from=menu&auto=1" })).toBe("windows");
  });

  test.each(["", "?auto=0", "?auto=", "?auto=11", "?automatic=1"])(
    "B122 does not start by itself with the query '%s'",
    (query) => {
      expect(pickAutoStart({ ...arrival, query })).toBeUndefined();
    },
  );

  test("B122 starts once per arrival: not again after a reload or a step back", () => {
    expect(pickAutoStart({ ...arrival, started: true })).toBeUndefined();
  });

  test("B141 starts nothing where downloads are blocked", () => {
    expect(pickAutoStart({ ...arrival, rule: "blocked" })).toBeUndefined();
    expect(pickAutoStart({ ...arrival, rule: "warning" })).toBe("windows");
  });

  test("B116 on Linux the page for phones opens", () => {
    expect(pickAutoStart({ ...arrival, system: "linux" })).toBe("mobile");
  });
});
