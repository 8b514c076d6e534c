import { expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { deviceFlagNames } from "../visitor/device.ts";
import { eventSchemas } from "./event-schemas.ts";
import type { SiteEventName } from "./events.ts";

const nothing = (): void => undefined;

test.each<[SiteEventName, Record<string, unknown>]>([
  ["route:changed", { path: "/download/", name: "download", title: "Download" }],
  ["navigation:requested", { to: "/download/" }],
  ["navigation:refused", { problem: "There is no such page." }],
  ["island:hydrated", { island: "download/button", version: "1.0.0-0123456789ab", milliseconds: 12 }],
  ["screen:changed", { type: "mobile" }],
  ["menu:toggled", { open: true }],
  ["download:started", { platform: "osx", url: "/download/installer/osx" }],
  ["download:refused", { platform: "windows" }],
  ["chat:availability-changed", { available: false }],
  ["chat:window-changed", { state: "minimized", coveredPixels: 46 }],
  ["chat:requested", { from: "content/contact" }],
  ["toast:requested", { text: "Saved." }],
  ["toast:updated", { id: "1" }],
  ["toast:removed", { id: "1" }],
  ["toast:closed", { id: "1", reason: "timeout" }],
  ["toast:refused", { problem: "text: expected some text" }],
  ["modal:close-requested", { id: "1" }],
  ["modal:before-open", { id: "1", stop: nothing }],
  ["modal:opened", { id: "1" }],
  ["modal:before-close", { id: "1", reason: "escape", stop: nothing }],
  ["modal:closed", { id: "1", reason: "swipe" }],
  ["modal:click-outside", { id: "1" }],
  ["modal:refused", { problem: "title: expected some text" }],
  ["remote:failed", { remote: "download", version: "1.0.0-0123456789ab", phase: "load", reason: "404" }],
])(
  "the detail of %s is accepted with all of its fields, and refused without any one, or with another kind of value",
  (event, detail) => {
    expect(findProblem(eventSchemas[event], detail)).toBeUndefined();
    for (const field of Object.keys(detail)) {
      const { [field]: _left, ...rest } = detail;
      expect(findProblem(eventSchemas[event], rest)).toMatch(new RegExp(`^${field}: `));
      expect(findProblem(eventSchemas[event], { ...detail, [field]: null })).toMatch(new RegExp(`^${field}: `));
    }
  },
);

test.each<[SiteEventName, Record<string, readonly string[]>, object]>([
  ["chat:window-changed", { state: ["open", "minimized", "closed"] }, { coveredPixels: 0 }],
  ["toast:closed", { reason: ["timeout", "button", "removed"] }, { id: "1" }],
  ["modal:closed", { reason: ["escape", "outside", "swipe", "button", "request", "removed"] }, { id: "1" }],
  [
    "remote:failed",
    { phase: ["load", "integrity", "hydrate", "render", "run"] },
    { remote: "a", version: "1", reason: "" },
  ],
])("%s tells one of certain reasons, and no other", (event, choices, rest) => {
  for (const [field, values] of Object.entries(choices)) {
    for (const value of values) expect(findProblem(eventSchemas[event], { ...rest, [field]: value })).toBeUndefined();
    for (const value of ["", "other"])
      expect(findProblem(eventSchemas[event], { ...rest, [field]: value })).toMatch(new RegExp(`^${field}: `));
  }
});

const findInDevice = (detail: object): string | undefined => findProblem(eventSchemas["device:changed"], detail);

test("B132 a device is told with each of its flags and the kind of its screen", () => {
  const device = { ...Object.fromEntries(deviceFlagNames.map((flag) => [flag, false])), screen: "tablet" };
  expect(findInDevice({ device })).toBeUndefined();
  expect(findInDevice({})).toMatch(/^device: /);
  for (const field of Object.keys(device))
    expect(findInDevice({ device: { ...device, [field]: "other" } })).toMatch(new RegExp(`^device\\.${field}: `));
});

/** Whether a modal is accepted whose markup is this. */
function isAccepted(dialog: unknown): boolean {
  return findProblem(eventSchemas["modal:requested"], { dialog }) === undefined;
}

test("a modal of a remote's own markup needs a dialog element", () => {
  expect(isAccepted({ showModal: nothing })).toBe(true);
  for (const dialog of [null, undefined, {}, "dialog", nothing]) expect(isAccepted(dialog)).toBe(false);
});

test.each<[string, unknown]>([
  ["text", "stop"],
  ["nothing", undefined],
  ["an object", {}],
])("%s does not stop a modal, which a function does", (_what, stop) => {
  expect(findProblem(eventSchemas["modal:before-open"], { id: "1", stop })).toMatch(/^stop: /);
});

test("what stops a modal is refused with a sentence when it is no function", () => {
  expect(findProblem(eventSchemas["modal:before-close"], { id: "1", reason: "escape", stop: "now" })).toBe(
    "stop: expected a function",
  );
});

test.each<[SiteEventName, object, string]>([
  ["navigation:requested", { to: "/", external: "yes" }, "external"],
  ["remote:failed", { remote: "a", version: "1", phase: "load", reason: "", island: 1 }, "island"],
  ["remote:failed", { remote: "a", version: "1", phase: "load", reason: "", isLate: 1 }, "isLate"],
])("%s is refused when an optional field is wrong: %j", (event, detail, field) => {
  expect(findProblem(eventSchemas[event], detail)).toMatch(new RegExp(`^${field}: `));
});
