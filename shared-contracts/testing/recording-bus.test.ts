import { expect, expectTypeOf, test } from "vitest";
import { createRecordingBus } from "./recording-bus.ts";

test("A recording bus records what is emitted, and listeners are called as well.", () => {
  const bus = createRecordingBus();
  const heard: boolean[] = [];
  bus.on("menu:toggled", ({ open }) => heard.push(open));
  bus.emit("menu:toggled", { open: true });
  bus.emit("download:refused", { platform: "ios" });
  expect(heard).toEqual([true]);
  expect(bus.events.map(({ name }) => name)).toEqual(["menu:toggled", "download:refused"]);
  expect(bus.detailsOf("download:refused")).toEqual([{ platform: "ios" }]);
  expect(bus.detailsOf("chat:requested")).toEqual([]);
});

test("A recording bus knows the events by name and detail, like the real one.", () => {
  const bus = createRecordingBus();
  expectTypeOf(bus.detailsOf("menu:toggled")).toEqualTypeOf<{ open: boolean }[]>();
  // @ts-expect-error there is no such event
  bus.emit("menu:opened", {});
  // @ts-expect-error an event's detail is complete
  bus.emit("menu:toggled", {});
});
