import { type Layout, layoutFile } from "@site/contracts/pages/layout";
import { expect, test } from "vitest";
import { layout } from "../../layout/layout.ts";
import { readLayout } from "./read-layout.ts";

/** The layout of a shell that was loaded now, with so many routes. */
function load(routes: number, label = "shell@1.0.0-000000000000"): Layout {
  const text = JSON.stringify({ ...layout, routes: layout.routes.slice(0, routes) });
  return readLayout(new Map([["shell", { label, files: new Map([[layoutFile, Buffer.from(text)]]) }]]));
}

test("a shell that is loaded again, or another with the same layout, gives the same object, so that what was planned for it stays", () => {
  const [first, second] = [load(3), load(4)];
  expect([first.routes.length, second.routes.length]).toEqual([3, 4]);
  expect(load(3)).toBe(first);
  expect(load(4, "shell@1.0.0-111111111111")).toBe(second);
});

test("of the layouts that no loaded shell has, two are kept", () => {
  const first = load(3);
  load(4);
  load(5);
  const again = load(3);
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});
