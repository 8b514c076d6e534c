import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import {
  overlayNameSchema,
  toastBackgrounds,
  toastChangeSchema,
  toastRequestSchema,
  toastTextColors,
} from "./toast.ts";

const nothing = (): void => undefined;
const toast = {
  id: "limits",
  text: "Limits were saved.",
  backgroundColor: "green",
  color: "black",
  timeout: 5000,
  callback: nothing,
  class: "note note--wide _x",
  click: nothing,
};

describe("a toast", () => {
  test("B167 is shown as it was requested", () => {
    expect(v.parse(toastRequestSchema, toast)).toEqual(toast);
  });

  test("B168 B169 B170 is white on red and stays 50 seconds when only its text is requested", () => {
    expect(v.parse(toastRequestSchema, { text: "Saved." })).toEqual({
      text: "Saved.",
      backgroundColor: "red",
      color: "white",
      timeout: 50_000,
    });
  });

  test("may have these grounds and colours, the defaults first", () => {
    expect(toastBackgrounds).toEqual(["red", "green", "teal", "royalblue", "gray", "black", "white"]);
    expect(toastTextColors).toEqual(["white", "black"]);
  });

  test("loses blanks around its text", () => {
    expect(v.parse(toastRequestSchema, { text: "  Saved. " }).text).toBe("Saved.");
  });

  test.each([
    { timeout: 0 },
    { timeout: 2_147_483_647 },
    { text: "x".repeat(1000) },
    { id: "x".repeat(100) },
    { class: "a" },
    { class: "_a-1 B2" },
  ])("may have %j", (change) => {
    expect(findProblem(toastRequestSchema, { ...toast, ...change })).toBeUndefined();
  });

  const wrong: [string, object][] = [
    ["text: expected some text", { text: "" }],
    ["text: expected some text", { text: " \n" }],
    ["text: ", { text: "x".repeat(1001) }],
    ["text: ", { text: 7 }],
    ["id: expected an id", { id: "" }],
    ["id: ", { id: "x".repeat(101) }],
    ["backgroundColor: ", { backgroundColor: "pink" }],
    ["color: ", { color: "red" }],
    ["timeout: ", { timeout: -1 }],
    ["timeout: ", { timeout: 0.5 }],
    ["timeout: ", { timeout: 2_147_483_648 }],
    ["callback: expected a function", { callback: "nothing" }],
    ["click: expected a function", { click: {} }],
    ["class: expected class names", { class: "" }],
    ["class: expected class names", { class: "1a" }],
    ["class: expected class names", { class: "a  b" }],
    ["class: expected class names", { class: " a" }],
    ["class: expected class names", { class: "a 1b" }],
    ["class: expected class names", { class: 'a"><script>' }],
    ["class: ", { class: "x".repeat(201) }],
  ];

  test.each(wrong)("is refused with %s (case %#)", (problem, change) => {
    expect(findProblem(toastRequestSchema, { ...toast, ...change })?.startsWith(problem)).toBe(true);
  });

  test.each(wrong)("never changes to what is refused with %s (case %#)", (problem, change) => {
    expect(findProblem(toastChangeSchema, { id: "limits", ...change })?.startsWith(problem)).toBe(true);
  });

  test.each(["white", "black"])("is refused when its text would be %s on the same", (color) => {
    expect(findProblem(toastRequestSchema, { text: "Saved.", backgroundColor: color, color })).toBe(
      "(root): text and ground have the same colour",
    );
  });

  test("changes only in the fields that are named, and by its id", () => {
    expect(v.parse(toastChangeSchema, { id: "limits" })).toEqual({ id: "limits" });
    expect(v.parse(toastChangeSchema, toast)).toEqual(toast);
    expect(findProblem(toastChangeSchema, { text: "Saved." })).toMatch(/^id: /);
    expect(findProblem(overlayNameSchema, { id: "limits" })).toBeUndefined();
    expect(findProblem(overlayNameSchema, {})).toMatch(/^id: /);
  });
});
