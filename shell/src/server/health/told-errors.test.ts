import { expect, test } from "vitest";
import { type BrowserError, createToldErrors } from "./told-errors.ts";

const release = "content@1.0.0-3f2a9c0d11aa";
const toThrown = (column: number): BrowserError => ({ kind: "thrown", at: [`${release}/remoteEntry.js:1:${column}`] });

test("errors are told apart by their kind and places, those on the most documents first, with equal ids on every server", () => {
  const [one, other] = [createToldErrors(release), createToldErrors(release)];
  for (const error of [toThrown(1), toThrown(2), toThrown(2), { ...toThrown(2), kind: "failed" } as const])
    one.add(error);
  other.add(toThrown(2));
  expect(one.list().map(({ kind, at, views }) => ({ kind, at, views }))).toEqual([
    { ...toThrown(2), views: 2 },
    { ...toThrown(1), views: 1 },
    { ...toThrown(2), kind: "failed", views: 1 },
  ]);
  expect(other.list()[0]?.id).toBe(one.list()[0]?.id);
  expect(new Set(one.list().map(({ id }) => id)).size).toBe(3);
});

test("an error is reported as new at its first report and never again", () => {
  const errors = createToldErrors(release);
  expect(errors.add(toThrown(1))).toMatchObject(toThrown(1));
  expect(errors.add(toThrown(1))).toBeUndefined();
});

test("a thousand invented errors do not displace an error that several visitors met", () => {
  const errors = createToldErrors(release);
  for (let visitor = 0; visitor < 3; visitor += 1) errors.add(toThrown(1));
  for (let column = 2; column < 1000; column += 1) errors.add(toThrown(column));
  expect(errors.list()).toHaveLength(20);
  expect(errors.list()[0]).toMatchObject({ ...toThrown(1), views: 3 });
});
