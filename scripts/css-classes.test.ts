import { globSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "./docs/markdown-files.ts";

/** What a component takes of a CSS module: the names it writes out, and whether it chooses others when it runs. */
interface Use {
  file: string;
  module: string;
  names: string[];
  isDynamic: boolean;
}

const uses = globSync("*/src/**/*.{ts,tsx}", { cwd: workspaceRoot }).flatMap(listUses);

function listUses(file: string): Use[] {
  const text = readFileSync(join(workspaceRoot, file), "utf8");
  return [...text.matchAll(/^import (\w+) from "(\.[^"]+\.module\.css)(?:\?sheet)?";$/gm)].map(
    ([, name = "", path = ""]) => {
      // `const styles = sheet.locals`
      const alias = new RegExp(String.raw`const (\w+) = ${name}\.locals;`).exec(text)?.[1] ?? name;
      const named = String.raw`\b(?:${name}|${alias})(?:\.locals)?(?:\.|\[")(\w+)`;
      const names = [...text.matchAll(new RegExp(named, "g"))].flatMap(([, one = ""]) =>
        one === "locals" ? [] : [one],
      );
      const isDynamic = new RegExp(String.raw`\b${name}\[[^"]|[(,={] *${name} *[,)}]`).test(text);
      return { file, module: normalize(join(file, "..", path)), names, isDynamic };
    },
  );
}

/** The classes that a CSS module has rules for. */
function listClasses(module: string): Set<string> {
  const css = readFileSync(join(workspaceRoot, module), "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/url\([^)]*\)|:global\([^)]*\)/g, "");
  return new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].flatMap(([, name]) => name ?? []));
}

test("there are components with CSS modules to look at", () => {
  expect(uses.length).toBeGreaterThan(50);
});

test("each class that a component asks its CSS module for has a rule there: else the element's class is `undefined`", () => {
  const missing = uses.flatMap(({ file, module, names }) => {
    const classes = listClasses(module);
    return names.filter((name) => !classes.has(name)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test("each class of a CSS module is asked for by a component, so that no page carries rules for nothing", () => {
  const modules = Map.groupBy(uses, ({ module }) => module);
  const unused = [...modules].flatMap(([module, all]) => {
    if (all.some(({ isDynamic }) => isDynamic)) return [];
    const asked = new Set(all.flatMap(({ names }) => names));
    return [...listClasses(module)].filter((name) => !asked.has(name)).map((name) => `${module}: ${name}`);
  });
  expect(unused).toEqual([]);
});
