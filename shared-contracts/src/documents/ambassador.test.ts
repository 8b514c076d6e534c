import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { ambassadorSchema, ambassadorsSchema } from "./ambassador.ts";

describe("B051 the list of ambassadors", () => {
  test("has a slug and a name each", () => {
    const list = {
      ambassadors: [
        { slug: "ace-marlowe", name: "Ace Marlowe" },
        { slug: "rex", name: "Rex O’Gutshot" },
      ],
    };
    expect(v.parse(ambassadorsSchema, list)).toEqual(list);
  });

  test("may be empty", () => {
    expect(v.is(ambassadorsSchema, { ambassadors: [] })).toBe(true);
  });

  test.each([
    "Ace",
    "ace_marlowe",
    "-ace",
    "ace-",
    "ace--marlowe",
    "../admin",
    "a/b",
    "",
    "ace marlowe",
    "a".repeat(61),
  ])("never has the slug %j: it becomes part of a path", (slug) => {
    expect(v.is(ambassadorSchema, { slug, name: "Ace" })).toBe(false);
  });

  test.each(["", "<script>", "A > B", "a".repeat(61)])("never has the name %j", (name) => {
    expect(v.is(ambassadorSchema, { slug: "ace", name })).toBe(false);
  });

  test("never has two with one slug, which is the path of their page", () => {
    const result = v.safeParse(ambassadorsSchema, {
      ambassadors: [
        { slug: "ace", name: "Ace" },
        { slug: "ace", name: "Other Ace" },
      ],
    });
    expect(result.issues?.map((issue) => issue.message)).toEqual(["two ambassadors share a slug"]);
  });

  test("has no other field", () => {
    expect(v.is(ambassadorSchema, { slug: "ace", name: "Ace", imagePath: "/ace.png" })).toBe(false);
  });
});
