import { expect, test } from "vitest";
import { findExposes } from "../build/generate-entries.ts";
import { toRemoteRoot } from "../build/workspace-packages.ts";
import { isPackageName } from "../src/names/package-name.ts";
import { toIslandParts } from "../src/names/island-name.ts";
import { fakePages, isPageIsland, listPagesOf } from "./fake-pages.ts";
import { listRenders } from "./list-renders.ts";

test("Every page is of an island that exists.", () => {
  for (const { island } of fakePages) {
    const [owner, expose = ""] = island.split("/");
    if (!isPackageName(owner) || owner === "shell") throw new Error(`${island} is of no remote`);
    expect(findExposes(toRemoteRoot(owner)), island).toContain(expose);
  }
});

test("A page's island stands on its own page, any other on all of them.", () => {
  expect(listPagesOf("download/page").map(({ path }) => path)).toEqual(["/download/"]);
  expect(listPagesOf("compliance/error").map(({ status }) => status)).toEqual([403, 404, 500]);
  expect(listPagesOf("navigation/header")).toBe(fakePages);
  expect(isPageIsland("navigation/header")).toBe(false);
  expect(toIslandParts("download/page")).toEqual({ owner: "download", expose: "page" });
});

test("An island is tried on each page, in each variant, for each country rule, with the data it asked for only.", () => {
  const renders = listRenders("download/button", {
    data: ["navigations"],
    variants: ["hero", "header", "menu", "quick"],
  });
  expect(renders).toHaveLength(fakePages.length * 4 * 4);
  expect(renders[0]?.title).toBe("page index, variant hero with country rule none");
  expect(Object.keys(renders[0]?.context.data ?? {})).toEqual(["navigations"]);
});
