import type { PackageName } from "@site/contracts/names/package-name";
import { layoutFile } from "@site/contracts/pages/layout";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { layout } from "../../layout/layout.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { fewPages, fewRoutes } from "../testing/few-pages.ts";
import { type FixtureOptions, toServerSource } from "../testing/fixture-release.ts";
import { sharedVersions, useCheckedSet } from "../testing/use-checked-set.ts";

vi.setConfig({ testTimeout: 60_000 });

const set = useCheckedSet();

/** A content remote whose contact page has these links. */
function linkingTo(...addresses: string[]): FixtureOptions {
  const links = addresses.map((address) => `<a href="${address}">a page</a>`).join("");
  return {
    server: toServerSource(
      "content",
      `if (key === "contact") return { html: ${JSON.stringify(`<p>${links}</p>`)}, head: { title: "a", description: "b" }, readsVisitor: false };`,
    ),
  };
}

/** The set with another release of one package in its place. */
async function withLive(name: PackageName, options: FixtureOptions): Promise<Map<PackageName, LoadedRelease>> {
  const live = await set().bench.load(name, { shared: sharedVersions, ...options });
  return new Map([...set().beside, [name, live]]);
}

describe("a link to a page that the site does not have", () => {
  describe("refuses the remote whose island has it, and names page and link:", () => {
    const dead = new Map([
      ["home", "/nowhere/"],
      ["about-us", "/about-us/more/"],
      ["contact", "/xx/about-us/"],
      ["streamer-mode", "https://www.ggp.example/nowhere/"],
    ]);
    let found: ReleaseProblem[];
    beforeAll(async () => {
      const links = JSON.stringify(Object.fromEntries(dead));
      const server = toServerSource(
        "content",
        `const dead = ${links}[key]; if (dead) return { html: '<p><a href="/about-us/">a page</a><a href="' + dead + '">a page</a></p>', head: { title: "a", description: "b" }, readsVisitor: false };`,
      );
      found = await set().check("content", { server });
    });

    test.each([...dead])("%s links to %s", (key, address) => {
      const [one, ...others] = found.filter(({ file }) => file === `src/exposes/${key}.tsx`);
      expect(others).toEqual([]);
      expect(one).toMatchObject({ check: "links", code: "RELEASE_LINK_DEAD" });
      const page = key === "home" ? "/" : `/${key}/`;
      expect(one?.problem).toMatch(new RegExp(`^content/${key} links to .*\\(on GGPPH ${page} with country rule none`));
      expect(one?.problem).toContain(` ${address}, `);
    });

    test("and nothing else is refused", () => {
      expect(found).toHaveLength(dead.size);
    });
  });

  test("refuses a shell whose layout no longer has the page, and names the remote that links to it", async () => {
    const live = await withLive("content", linkingTo("/about-us/"));
    const rest = { ...layout, routes: fewRoutes.filter(({ path }) => path !== "/about-us/") };
    const found = await set().check(
      "shell",
      { shared: sharedVersions, files: { ...fewPages.files, [layoutFile]: JSON.stringify(rest) } },
      { live },
    );
    expect(found).toMatchObject([
      { check: "links", problem: expect.stringMatching(/^content\/contact links to \/about-us\//) },
    ]);
    expect(found[0]?.release).toMatch(/^shell@/);
  });

  test("that the live release has on another site alone refuses the release that has it on this one too", async () => {
    const { server = "" } = linkingTo("/nowhere/");
    const live = await withLive("content", {
      server: server.replace('key === "contact"', 'key === "contact" && context.site.siteId === "GGPCOM"'),
    });
    expect(await set().check("content", linkingTo("/nowhere/"), { live, at: set().sites })).toMatchObject([
      { check: "links", problem: expect.stringContaining("(on GGPPH /contact/ with country rule none)") },
    ]);
  });

  test("that the live release has as well stops no release", async () => {
    const live = await withLive("content", linkingTo("/nowhere/"));
    expect(await set().check("content", { ...linkingTo("/nowhere/"), packageVersion: "1.0.1" }, { live })).toEqual([]);
    expect(await set().check("navigation", {}, { live })).toEqual([]);
  });
});

test("links to pages, parts of a page, files, addresses of the server and other sites refuse no release", async () => {
  const addresses = [
    "/about-us/",
    "/about-us",
    "/about-us/?a=1&amp;b=2#part",
    "#part",
    "",
    "?a=1",
    "https://other.example/nowhere/",
    "mailto:help@site.example",
    "/robots.txt",
    "/sitemap.xml",
    "/download/installer/windows",
    "/region/GGPCA",
    "/api/geo",
    "/-/sign-in",
    "/network/any/where",
  ];
  expect(await set().check("content", linkingTo(...addresses))).toEqual([]);
});
