import { expect, test } from "vitest";
import type { SharedSite } from "../harness/shared-site.ts";
import { makeToken } from "../testers/overlay-visit.ts";
import type { EngineInUse, EngineName } from "./describe-engines.ts";

/** The text of the overlay's panel, which is in a tree of its own; empty while it is closed. Runs in the page. */
function readPanel(): string {
  const panels = [...document.body.children].map(({ shadowRoot }) => shadowRoot?.querySelector(".panel"));
  return panels.find((panel) => panel)?.textContent ?? "";
}

/** The testers' overlay in an engine, which a tester stays signed in to. @param site one with a store of its own, for a token */
export function describeOverlay(
  { engine, until, permits }: EngineInUse,
  name: EngineName,
  site: () => SharedSite,
): void {
  // WebKit keeps no cookie for https alone from an http address.
  test.skipIf(name !== "Firefox")(
    "a tester signs in, opens the overlay, and finds each region's release there",
    async () => {
      // The sign-in page has no icon and allows none, and Firefox reports the one it looks for.
      permits("policy report", /^img-src .*\/favicon\.ico/);
      const token = await makeToken(site());
      await engine().open(`${site().origin}/-/sign-in?to=/about-us/`);
      await engine().evaluate((text) => {
        const field = document.querySelector<HTMLInputElement>("#token");
        if (field) field.value = text;
      }, token);
      await engine().click("form button");
      await until("the page", () => location.pathname === "/about-us/" && document.readyState === "complete");
      await until("the overlay's button", () =>
        [...document.body.children].some(({ shadowRoot }) => shadowRoot?.querySelector(".launcher") != null),
      );
      await engine().evaluate(
        () =>
          dispatchEvent(new KeyboardEvent("keydown", { code: "KeyO", altKey: true, shiftKey: true, cancelable: true })),
        undefined,
      );
      await until("the open overlay", () =>
        [...document.body.children].some(({ shadowRoot }) => shadowRoot?.querySelector(".panel") != null),
      );
      const text = await engine().evaluate(readPanel, undefined);
      for (const island of ["navigation/header", "content/page", "navigation/footer"]) expect(text).toContain(island);
      expect(text).toMatch(/1\.0\.0 · [0-9a-f]{8} · stable/);
    },
  );
}
