import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packageNames } from "./workspace-packages.ts";
import { createScopedClasses, toScopedClass } from "./scoped-classes.ts";

describe("the class a CSS Module's name becomes in development", () => {
  test("is the remote's name, the file's and its own", () => {
    expect(toScopedClass("navigation", "/anywhere/src/ui/main-item.module.css", "link")).toBe(
      "navigation-main-item-link",
    );
    expect(toScopedClass("support-chat", "launcher.module.css", "root")).toBe("support-chat-launcher-root");
  });

  test("always starts with the remote's own name, and does not depend on where the workspace stands", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
    fc.assert(
      fc.property(fc.constantFrom(...packageNames), word, word, word, (name, folder, file, local) => {
        const scoped = toScopedClass(name, `/${folder}/${file}.module.css`, local);
        expect(scoped.startsWith(`${name}-`)).toBe(true);
        expect(toScopedClass(name, `/elsewhere/${folder}/${file}.module.css`, local)).toBe(scoped);
      }),
    );
  });
});

describe("the class it becomes in a release", () => {
  const sheets = {
    "a.module.css": ".root{color:red}.link:hover{animation:turn 1s}@keyframes turn{to{rotate:1turn}}",
    "b.module.css": ".root .link{color:red}",
  };

  test("is the remote's name and a few letters, another for each name of each file", () => {
    const root = writeSheets(sheets);
    const toClass = createScopedClasses("content", root);
    const all = ["a root", "a link", "a turn", "b root", "b link"].map((one) => {
      const [file, local = ""] = one.split(" ");
      return toClass(join(root, `src/ui/${file}.module.css`), local);
    });
    expect(new Set(all).size).toBe(all.length);
    for (const one of all) expect(one).toMatch(/^content-[0-9a-z]{4}$/);
  });

  test("does not depend on the folder of the workspace, and is no class of a release with other names", () => {
    const roots = [
      sheets,
      sheets,
      { ...sheets, "aa.module.css": ".root{color:red}" },
      { ...sheets, "c.module.css": ".root{color:red}" },
    ].map(writeSheets);
    const [one, same, before, after] = roots.map((root) =>
      createScopedClasses("content", root)(join(root, "src/ui/b.module.css"), "link"),
    );
    expect(same).toBe(one);
    expect([before, after]).not.toContain(one);
  });

  test("is said in full for a name that was added while the sources are watched", () => {
    const root = writeSheets(sheets);
    expect(createScopedClasses("content", root)(join(root, "src/ui/new.module.css"), "root")).toBe("content-new-root");
  });
});

function writeSheets(sheets: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "sheets-"));
  mkdirSync(join(root, "src/ui"), { recursive: true });
  for (const [file, text] of Object.entries(sheets)) writeFileSync(join(root, "src/ui", file), text);
  return root;
}
