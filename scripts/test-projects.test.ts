import { globSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import config from "../vitest.config.ts";

const root = join(import.meta.dirname, "..");

const { projects } = v.parse(
  v.object({
    projects: v.array(
      v.object({
        test: v.object({
          include: v.array(v.string()),
          exclude: v.optional(v.array(v.string()), []),
          maxWorkers: v.number(),
          sequence: v.optional(v.object({ groupOrder: v.number() }), { groupOrder: 0 }),
        }),
      }),
    ),
  }),
  config.test,
);

const isIn = (file: string, globs: readonly string[]): boolean => globs.some((glob) => matchesGlob(file, glob));

test("every test file belongs to a project of vitest.config.ts, else no command runs it", () => {
  const files = globSync("{shell,shared-contracts,remote-*,scripts}/**/*.test.{ts,tsx}", {
    cwd: root,
    // What `site-remote new` copies is a test of the remote that it makes.
    exclude: ["**/{node_modules,dist,.build}/**", "shared-contracts/template/**"],
  });
  expect(files.length).toBeGreaterThan(200);
  const forgotten = files.filter(
    (file) => !projects.some(({ test: { include, exclude } }) => isIn(file, include) && !isIn(file, exclude)),
  );
  expect(forgotten).toEqual([]);
});

test("projects with different numbers of workers are in different groups: vitest refuses a run of both, such as that of a fault", () => {
  const groups = Map.groupBy(projects, ({ test: { sequence } }) => sequence.groupOrder);
  for (const group of groups.values())
    expect(new Set(group.map(({ test: { maxWorkers } }) => maxWorkers)).size).toBe(1);
});
