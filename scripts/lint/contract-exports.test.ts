import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSources } from "../docs/behaviours.ts";

const root = join(import.meta.dirname, "../..");

test("the contract publishes what another package imports, file by file, and nothing else", () => {
  const { exports }: { exports: Record<string, unknown> } = JSON.parse(
    readFileSync(join(root, "shared-contracts/package.json"), "utf8"),
  );
  const published = Object.keys(exports).map((key) => `@site/contracts${key.slice(1)}`);
  const texts = listSources()
    .filter((path) => !path.startsWith("scripts/"))
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
  const imported = new Set([...texts.matchAll(/"(@site\/contracts[a-z0-9/-]*)"/g)].map(([, name]) => name));
  expect(published.filter((name) => name.includes("*"))).toEqual([]);
  expect(published.filter((name) => !imported.has(name))).toEqual([]);
});
