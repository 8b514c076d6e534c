import { expect, test } from "vitest";
import type { SiteAddress } from "../harness/start-site.ts";
import type { EngineInUse } from "./describe-engines.ts";

/** A notice about the visitor's region, in an engine. @param site one whose visitors are in Australia */
export function describeNotice({ engine, open, until }: EngineInUse, site: () => SiteAddress): void {
  test("B134 B139 B140 a visitor from a country under a warning reads it, closes it with OK, and does not see it again", async () => {
    await open(site(), "/");
    await until(
      "the warning",
      () => document.querySelector("dialog:modal")?.textContent.includes("informational only") === true,
    );
    expect(
      await engine().evaluate(
        () => document.querySelector("dialog:modal")?.contains(document.activeElement),
        undefined,
      ),
    ).toBe(true);
    await engine().click("dialog:modal [data-close], dialog:modal button");
    await until("the closed warning", () => document.querySelector("dialog:modal") === null);
    // The cookie is for https alone, and WebKit keeps none such of this machine.
    expect(await engine().evaluate(() => localStorage.getItem("closeRM"), undefined)).toBe("1");
    await open(site(), "/download/");
    await until(
      "the answer about the visitor",
      () =>
        performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/visitor")) ||
        document.documentElement.dataset["closeRm"] === "1",
    );
    expect(await engine().evaluate(() => document.querySelector("dialog:modal"), undefined)).toBe(null);
  });
}
