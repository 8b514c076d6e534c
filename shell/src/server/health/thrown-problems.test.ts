import { expect, test } from "vitest";
import { createThrownProblems } from "./thrown-problems.ts";

const toPlace = (column: number): string[] => [`content@1.0.0-3f2a9c0d11aa/remoteEntry.js:1:${column}`];

test("errors are told apart by their places, those on the most documents first, with equal ids on every server", () => {
  const [one, other] = [createThrownProblems(), createThrownProblems()];
  for (const column of [1, 2, 2]) one.add(toPlace(column));
  other.add(toPlace(2));
  expect(one.list().map(({ at, views }) => [at, views])).toEqual([
    [toPlace(2), 2],
    [toPlace(1), 1],
  ]);
  expect(other.list()[0]?.id).toBe(one.list()[0]?.id);
  expect(one.list()[0]?.id).toMatch(/^[0-9a-f]{12}$/);
});

test("a thousand invented errors take the place of no error that several visitors met", () => {
  const problems = createThrownProblems();
  for (let visitor = 0; visitor < 3; visitor += 1) problems.add(toPlace(1));
  for (let column = 2; column < 1000; column += 1) problems.add(toPlace(column));
  expect(problems.list()).toHaveLength(20);
  expect(problems.list()[0]).toMatchObject({ at: toPlace(1), views: 3 });
});
