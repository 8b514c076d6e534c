import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { iconNameSchema } from "./icon-name.ts";
import { drawnModalSchema, ownModalSchema } from "./modal.ts";

const modal = {
  id: "limits",
  title: "Your limits",
  text: "They begin today.\n\nThey end tomorrow.",
  icon: "site:shield",
  image: { src: "/_image/a.svg", alt: "", width: 1, height: 10_000 },
  actions: [{ label: "Read", href: "/limits/" }, { label: "Close", click: () => undefined }, { label: "Later" }],
  edge: "bottom",
};
const { image } = modal;

describe("a modal that the shell draws", () => {
  test("is shown as it was requested", () => {
    expect(v.parse(drawnModalSchema, modal)).toEqual(modal);
    expect(v.parse(drawnModalSchema, { title: " Limits " })).toEqual({ title: "Limits" });
  });

  test.each(["top", "right", "bottom", "left"])(
    "may come from the edge %s, as one of a remote's own markup may",
    (edge) => {
      expect(findProblem(drawnModalSchema, { ...modal, edge })).toBeUndefined();
      expect(findProblem(ownModalSchema, { edge })).toBeUndefined();
    },
  );

  test.each<[string, object]>([
    ["id: expected an id", { id: "" }],
    ["title: ", { title: undefined }],
    ["title: expected some text", { title: "  " }],
    ["title: ", { title: "x".repeat(201) }],
    ["text: ", { text: "x".repeat(5001) }],
    ["icon: expected a name such as site:shield", { icon: "/shield.svg" }],
    ["image.src: expected a path of this site", { image: { ...image, src: "https://evil.example/a.png" } }],
    ["image.src: ", { image: { alt: "" } }],
    ["image.alt: ", { image: { src: "/a.svg" } }],
    ["image.width: ", { image: { ...image, width: 0 } }],
    ["image.width: ", { image: { ...image, width: 10_001 } }],
    ["image.height: ", { image: { ...image, height: 1.5 } }],
    ["actions: ", { actions: Array.from({ length: 4 }, () => ({ label: "Close" })) }],
    ["actions.0.label: expected some text", { actions: [{ label: "" }] }],
    ["actions.0.href: expected a path", { actions: [{ label: "Read", href: "javascript:alert(1)" }] }],
    ["actions.0.click: expected a function", { actions: [{ label: "Read", click: "close" }] }],
    ["edge: ", { edge: "middle" }],
    ["edge: ", { edge: "" }],
  ])("is refused with %s (case %#)", (problem, change) => {
    expect(findProblem(drawnModalSchema, { ...modal, ...change })?.startsWith(problem)).toBe(true);
  });
});

test("a modal of a remote's own markup may have an id and an edge, and no wrong ones", () => {
  expect(v.parse(ownModalSchema, { id: "limits", edge: "left" })).toEqual({ id: "limits", edge: "left" });
  expect(findProblem(ownModalSchema, { id: "" })).toBe("id: expected an id");
  expect(findProblem(ownModalSchema, { edge: "middle" })).toMatch(/^edge: /);
});

describe("the name of an icon", () => {
  test.each(["site:shield", "a:b", "mdi-2:arrow-left-2", `${"a".repeat(32)}:${"b".repeat(64)}`])(
    "may be %j",
    (name) => {
      expect(findProblem(iconNameSchema, name)).toBeUndefined();
    },
  );

  test.each([
    "",
    "shield",
    ":shield",
    "site:",
    "Site:shield",
    "site:Shield",
    "!site:shield",
    "site:shield!",
    "a:b:c",
    "site:shield\n",
    `${"a".repeat(33)}:b`,
    `a:${"b".repeat(65)}`,
  ])("is never %j", (name) => {
    expect(findProblem(iconNameSchema, name)).toBe("(root): expected a name such as site:shield");
  });
});
