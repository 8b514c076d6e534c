import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSources } from "../docs/behaviours.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The files that list the codes. */
const lists = ["errors.ts", "server-sentences.ts"].map((file) => `shared-contracts/src/errors/${file}`);

test("every error code is raised outside of tests", () => {
  const codes = lists.flatMap((path) =>
    [...read(path).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, code = ""]) => code),
  );
  expect(codes.length).toBeGreaterThan(60);
  const texts = listSources()
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/(e2e|testing|bench)\//.test(path) && !lists.includes(path))
    .map(read)
    .join("\n");
  expect(codes.filter((code) => !new RegExp(`(?<!isSiteError\\([a-z]+, )"${code}"`).test(texts))).toEqual([]);
});
