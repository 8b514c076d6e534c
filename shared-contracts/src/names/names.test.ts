import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import {
  exposeKeySchema,
  hydrateModes,
  islandNameSchema,
  packageNameSchema,
  parseIslandName,
  toIslandParts,
} from "./island-name.ts";
import { isPackageName, shellName, toGlobalName } from "./package-name.ts";

describe("the name of a package", () => {
  test.each(["shell", "a", "support-chat", "a1-", "a".repeat(41)])("may be %j", (name) => {
    expect(isPackageName(name)).toBe(true);
    expect(findProblem(packageNameSchema, name)).toBeUndefined();
  });

  test.each([
    "",
    "A",
    "1a",
    "-a",
    "a_b",
    "a b",
    "../a",
    "a/b",
    "a\n",
    " a",
    "constructor",
    "prototype",
    "__proto__",
    "a".repeat(42),
  ])("is never %j", (name) => {
    expect(isPackageName(name)).toBe(false);
    expect(findProblem(packageNameSchema, name)).toBe("(root): expected a package name such as support-chat");
  });

  test.each([[undefined], [null], [7], [["shell"]]])("is never %o, which is no text", (name) => {
    expect(isPackageName(name)).toBe(false);
  });

  test("is that of the shell for the package that every set has", () => {
    expect(shellName).toBe("shell");
  });

  test("gives its entry a global that collides with none of the browser's", () => {
    expect(toGlobalName("navigation")).toBe("site_navigation");
    expect(toGlobalName("a-b-c")).toBe("site_a_b_c");
  });
});

describe("the name of an island", () => {
  test.each(["download/button", "a/b", "support-chat/chat-2", `download/${"x".repeat(100)}`])("may be %j", (name) => {
    expect(findProblem(islandNameSchema, name)).toBeUndefined();
    expect(parseIslandName(name)).toBe(name);
  });

  test.each([
    "",
    "button",
    "/button",
    "download/",
    "Download/button",
    "download/Button",
    "download/1",
    "download/a/b",
    "constructor/a",
    "download/but_ton",
    "download/a\n",
    "x/../a",
    null,
    7,
  ])("is never %j", (name) => {
    expect(findProblem(islandNameSchema, name)).toBe("(root): expected owner/expose");
  });

  test("is refused by throwing where text has to be one", () => {
    expect(() => parseIslandName("button")).toThrow("expected owner/expose");
  });

  test("has an owner and an expose, from which it can be written again", () => {
    expect(toIslandParts("support-chat/chat-2")).toEqual({ owner: "support-chat", expose: "chat-2" });
    const part = fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/);
    fc.assert(
      fc.property(part, part, (owner, expose) => {
        expect(toIslandParts(`${owner}/${expose}`)).toEqual({ owner, expose });
      }),
    );
  });
});

describe("the key of an expose", () => {
  test.each(["button", "a", "card-2", "a".repeat(100)])("may be %j", (key) => {
    expect(findProblem(exposeKeySchema, key)).toBeUndefined();
  });

  test.each(["", "Button", "2", "-a", "a_b", "a/b", "a\n"])("is never %j", (key) => {
    expect(findProblem(exposeKeySchema, key)).toBe("(root): an expose is kebab-case");
  });

  test("has at most 100 characters", () => {
    expect(findProblem(exposeKeySchema, "a".repeat(101))).toBeDefined();
  });
});

test("code is loaded at an interaction, in view or never: there is no load and no idle", () => {
  expect(hydrateModes).toEqual(["interaction", "visible", "never"]);
});
