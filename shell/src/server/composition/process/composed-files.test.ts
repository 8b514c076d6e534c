import { layoutFile, parseLayout } from "@site/contracts/pages/layout";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { layout } from "../../../layout/layout.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toComposedFiles, toComposedLayout } from "./composed-files.ts";

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
});
afterAll(() => bench.remove());

/** How much of a shell with this layout is sent. */
async function countSent(text: string): Promise<number> {
  const release = await bench.load("shell", { files: { [layoutFile]: text } });
  const { files } = toComposedFiles(release, siteConfigs.GGPPH);
  expect([...files.keys()]).toContain("server/entry.cjs");
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return bytes + JSON.stringify(toComposedLayout(parseLayout(text, "shell"))).length;
}

test("what a composing process is sent of the shell does not grow with the pages of its layout", async () => {
  const routes = Array.from({ length: 2500 }, (_, index) => ({
    name: `guide-${index + 1}`,
    path: `/guides/${index + 1}/`,
    layout: "contents",
    page: "guide/page",
  }));
  const text = JSON.stringify({ ...layout, routes: [...layout.routes, ...routes] });
  expect(await countSent(text)).toBe(await countSent(JSON.stringify(layout)));
});
