import { expect, test } from "vitest";
import { eventNames, eventSamples } from "./event-samples.ts";
import { findDetailProblem } from "./find-detail-problem.ts";

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each(eventNames)("the sample of %s is a detail of that event, also after it was written as JSON", (name) => {
  expect(findDetailProblem(name, toJson(eventSamples[name]))).toBeUndefined();
});

test("a wrong detail is named by its field", () => {
  expect(findDetailProblem("toast:requested", { ...eventSamples["toast:requested"], timeout: "long" })).toMatchObject({
    field: "timeout",
  });
  expect(findDetailProblem("device:changed", { device: { isMobile: "no" } })).toMatchObject({
    field: expect.stringMatching(/^device\./),
  });
  expect(findDetailProblem("modal:requested", { id: "welcome", title: 7, text: "Hello", actions: [] })).toMatchObject({
    field: "title",
  });
  expect(findDetailProblem("menu:toggled", {})).toMatchObject({ field: "open" });
});

test("a detail that is no object has a problem and no field", () => {
  expect(findDetailProblem("menu:toggled", 3)).toEqual({ field: undefined, text: expect.stringContaining("Object") });
});
