import * as v from "valibot";
import { expect, expectTypeOf, test } from "vitest";
import { eventSchemas } from "./event-schemas.ts";
import type { SiteEventName, SiteEvents } from "./events.ts";

/** What the schemas accept, by event. */
type Accepted = { [N in SiteEventName]: v.InferInput<(typeof eventSchemas)[N]> };

/** Events with a field whose schema is wider than its type: the name of an island, a text that is left out, a list. */
type Wider = "island:hydrated" | "remote:failed" | "toast:updated" | "modal:requested";

/** Compiles while every detail of the types is accepted. The types of lists are read only, those of schemas are not. */
const accept = (detail: Omit<SiteEvents, "modal:requested">): Omit<Accepted, "modal:requested"> => detail;
/** Compiles while everything that is accepted is a detail. */
const allow = (detail: Omit<Accepted, Wider>): Omit<SiteEvents, Wider> => detail;

test("the schema of every event accepts what its type allows, and no more", () => {
  expectTypeOf<keyof typeof eventSchemas>().toEqualTypeOf<SiteEventName>();
  expectTypeOf(accept).returns.toHaveProperty("toast:requested");
  expectTypeOf(allow).parameter(0).toHaveProperty("download:started");
});

test("a field that the type requires is required by the schema", () => {
  expect(v.is(eventSchemas["download:started"], { platform: "osx", url: "/download/installer/osx" })).toBe(true);
  expect(v.is(eventSchemas["download:started"], { platform: "osx" })).toBe(false);
  expect(v.is(eventSchemas["download:started"], { platform: "linux", url: "/" })).toBe(false);
  expect(v.is(eventSchemas["modal:requested"], { title: "Limits", actions: [{ label: "Close" }] })).toBe(true);
  expect(v.is(eventSchemas["modal:requested"], { id: "limits" })).toBe(false);
  expect(v.is(eventSchemas["modal:before-open"], { id: "limits", stop: "no function" })).toBe(false);
});
