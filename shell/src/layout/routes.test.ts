import { toIslandParts } from "@site/contracts/names/island-name";
import { fakePages } from "@site/contracts/testing/fake-pages";
import { describe, expect, test } from "vitest";
import { errorIsland, frame, layouts, routes } from "./routes.ts";

describe("the pages of the site", () => {
  test("B001-B014 are the fourteen of the specification, and B018-B020 poker school and the two of the team", () => {
    expect(routes.map(({ path }) => path).toSorted()).toEqual(
      [
        "/",
        "/about-us/",
        "/affiliate-program/",
        "/channeling-solution/",
        "/contact/",
        "/cookie-policy/",
        "/download/",
        "/house-rules/",
        "/payment-details-policy/",
        "/privacy-policy/",
        "/responsible-gaming/",
        "/streamer-mode/",
        "/terms-conditions/",
        "/withdrawal-policy/",
        "/poker-school/",
        "/ggteam/",
        "/ggteam/:slug/",
      ].toSorted(),
    );
  });

  test("B015 have one parameter between them, an ambassador's slug", () => {
    expect(routes.filter(({ path }) => path.includes(":")).map(({ path, parameter }) => ({ path, parameter }))).toEqual(
      [{ path: "/ggteam/:slug/", parameter: { name: "slug", from: "brand-ambassador" } }],
    );
  });

  test("B016 end in a slash", () => {
    expect(routes.filter(({ path }) => !path.endsWith("/"))).toEqual([]);
  });

  test("B002-B005 B012 B017 have one of exactly three layouts", () => {
    expect([...layouts].toSorted()).toEqual(["contents", "contents-banner", "default"]);
    const byLayout = Object.fromEntries(routes.map(({ name, layout }) => [name, layout]));
    expect(byLayout).toMatchObject({
      "about-us": "contents-banner",
      "affiliate-program": "contents-banner",
      "channeling-solution": "contents-banner",
      contact: "contents-banner",
      "streamer-mode": "contents",
    });
  });

  test("B025 B026 have names that decide where the chat and the second bar are shown", () => {
    expect(routes.filter(({ name }) => name.startsWith("responsible-gaming")).map(({ path }) => path)).toEqual([
      "/responsible-gaming/",
    ]);
    expect(routes.filter(({ name }) => name.startsWith("index")).map(({ path }) => path)).toEqual(["/"]);
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
  });

  test("are those on which contract tests and the workbench show remotes", () => {
    const shown = fakePages.filter(({ status }) => status === 200).map(({ name, island }) => ({ name, page: island }));
    expect(shown.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      routes.map(({ name, page }) => ({ name, page })).toSorted((a, b) => a.name.localeCompare(b.name)),
    );
    expect(new Set(fakePages.filter(({ status }) => status !== 200).map(({ island }) => island))).toEqual(
      new Set([errorIsland]),
    );
  });

  test("belong to the remotes that own them", () => {
    const owners = Object.fromEntries(routes.map(({ path, page }) => [path, toIslandParts(page).owner]));
    expect(owners).toMatchObject({
      "/": "content",
      "/download/": "download",
      "/privacy-policy/": "compliance",
      "/ggteam/": "content",
      "/responsible-gaming/": "compliance",
    });
    expect(toIslandParts(errorIsland).owner).toBe("compliance");
    expect(Object.values(frame)).toEqual([
      "navigation/header",
      "navigation/sub-navigation",
      "navigation/footer",
      "shell/quick-area",
    ]);
  });
});
