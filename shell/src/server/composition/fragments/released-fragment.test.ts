import type { RenderedIsland } from "@site/contracts/islands/island";
import type { Release, ReleaseExpose } from "@site/contracts/releases/release";
import { expect, test } from "vitest";
import { toFragment } from "./released-fragment.ts";

const slot = { island: "content/record-badge", id: "content/record-badge", variant: "" } as const;

/** The fragment of an island that renders some HTML. */
function render(html: string, expose: Partial<ReleaseExpose>) {
  const release: Release = {
    _type: "release",
    schemaVersion: 1,
    name: "content",
    version: "1.0.0",
    contract: "1.0.0",
    serverEntry: "server/entry.cjs",
    exposes: [{ key: "record-badge", hydrate: "interaction", data: [], js: ["browser/a.js"], css: [], ...expose }],
    shared: {},
    files: {},
  };
  const rendered: RenderedIsland = { html, head: undefined, readsVisitor: false };
  return toFragment(slot, rendered, { release, digest: "0", label: "content@1.0.0", files: new Map() });
}

test("an island that waits for a touch and shows nothing never hydrates: no visitor can touch it", () => {
  expect(render("", {}).live).toBeUndefined();
  expect(render("<p>Record</p>", {}).live).toMatchObject({ hydrate: "interaction" });
});

test("one that shows nothing hydrates when it comes into view, or for a word in the address", () => {
  expect(render("", { hydrate: "visible" }).live).toMatchObject({ hydrate: "visible" });
  expect(render("", { hydrateOnQuery: "auto=1" }).live).toMatchObject({ hydrateOnQuery: "auto=1" });
  expect(render("<p>Record</p>", { hydrate: "never" }).live).toBeUndefined();
});
