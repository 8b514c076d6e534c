import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseGroups, toConsentState, toDefaultConsent } from "./consent-state.ts";

describe("B220 the groups that a consent tool reports", () => {
  test.each([
    [",C0001,C0002,", ["C0001", "C0002"]],
    [
      ["C0001", "C0004"],
      ["C0001", "C0004"],
    ],
    ["", []],
    [",", []],
  ])("%j are %j", (told, groups) => {
    expect(parseGroups(told)).toEqual(groups);
  });

  test("allow nothing when they are anything else", () => {
    for (const told of [undefined, null, 42, {}, [1, null, { C0002: 1 }], true]) expect(parseGroups(told)).toEqual([]);
  });

  test("never throw, for any value of a third party", () => {
    fc.assert(fc.property(fc.anything(), (told) => parseGroups(told).every((group) => typeof group === "string")));
  });
});

describe("B220 what tags may do", () => {
  test("is nothing when the visitor allowed only what is necessary", () => {
    expect(new Set(Object.values(toConsentState(["C0001"])))).toEqual(new Set(["denied"]));
  });

  test.each([
    ["C0002", ["analytics_storage"]],
    ["C0003", ["functionality_storage"]],
    ["C0004", ["ad_storage", "ad_user_data", "ad_personalization"]],
  ])("%s grants %j and nothing else", (group, granted) => {
    const state = toConsentState(["C0001", group]);
    expect(Object.entries(state).flatMap(([name, answer]) => (answer === "granted" ? [name] : []))).toEqual(granted);
  });
});

test("B222 the default is denied, and a tag waits 500 ms for an update", () => {
  expect(toDefaultConsent()).toEqual({
    ad_storage: "denied",
    ad_user_data: "denied",
    ad_personalization: "denied",
    analytics_storage: "denied",
    wait_for_update: 500,
  });
});
