import { expect, test } from "vitest";
import { eventSchemas } from "./event-schemas.ts";
import { isRequest, requestEvents } from "./request-events.ts";

test.each([
  "navigation:requested",
  "device:requested",
  "region:requested",
  "chat:requested",
  "toast:requested",
  "toast:updated",
  "toast:removed",
  "toast:cleared",
  "modal:requested",
  "modal:close-requested",
])("%s asks for something, which needs a listener", (event) => {
  expect(isRequest(event)).toBe(true);
  expect(requestEvents).toContain(event);
});

test.each(["route:changed", "download:started", "toast:closed", "modal:opened", "requested:route", ""])(
  "%j tells what has happened",
  (event) => {
    expect(isRequest(event)).toBe(false);
  },
);

test("an event that only a newer contract has asks for something when its name says so", () => {
  expect(isRequest("cashier:close-requested")).toBe(true);
});

test("every event that asks for something is an event of the contract", () => {
  expect(Object.keys(eventSchemas)).toEqual(expect.arrayContaining([...requestEvents]));
});
