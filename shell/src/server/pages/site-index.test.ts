import { expect, test } from "vitest";
import { layout } from "../../layout/layout.ts";
import { indexSite } from "./site-index.ts";
import type { LivePage } from "./site-state.ts";
import { createFixturePage } from "../testing/fixture-page.ts";

let looks = 0;

/** A page of a few slots, which counts reads of them. */
function toPage(slots: readonly string[]): LivePage {
  return Object.defineProperty(createFixturePage(), "slots", {
    get() {
      looks += 1;
      return slots;
    },
  });
}

test("B193 finds the first page that shows a slot under a country rule, and reads the pages once, not before the first look-up", async () => {
  const pages = new Map(
    Array.from({ length: 4000 }, (_one, index) => [
      `en|none|/${index}/`,
      toPage(["header", `main-${index}`, "footer"]),
    ]),
  );
  const { findSlotPage, findRoute } = indexSite(layout, pages);
  expect(looks).toBe(0);
  expect(await findSlotPage("main-3999", "none")).toBe(pages.get("en|none|/3999/"));
  looks = 0;
  expect(await findSlotPage("footer", "none")).toBe(pages.get("en|none|/0/"));
  expect(await findSlotPage("nowhere", "none")).toBeUndefined();
  expect(await findSlotPage("footer", "blocked")).toBeUndefined();
  expect(looks).toBe(0);
  expect(findRoute("/about-us/")?.name).toBe("about-us");
});
