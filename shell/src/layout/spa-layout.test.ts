import { toLocalePrefix } from "@site/contracts/locale/locale";
import type { Route } from "@site/contracts/pages/layout";
import { constructApplications } from "single-spa-layout";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { errorIsland, frame, routes } from "./routes.ts";
import { toPageApplication } from "./page-application.ts";
import { toSpaLayout } from "./spa-layout.ts";

type Node = ReturnType<typeof toSpaLayout>["routes"][number];

/** The applications inside a node, at any depth. */
function listApplications(node: Node): string[] {
  if ("name" in node) return [node.name];
  return "routes" in node ? node.routes.flatMap(listApplications) : [];
}

/** The content of `main`. */
function findMain(): Node[] {
  const main = toSpaLayout(siteConfigs.GGPPH, "en").routes.find((node) => node.type === "main");
  if (!main || !("routes" in main)) throw new Error("the layout has no main");
  return main.routes;
}

describe("the layout of slots", () => {
  test("has the frame's applications around main, in the order of the document", () => {
    const order = toSpaLayout(siteConfigs.GGPPH, "en").routes.map((node) => ("name" in node ? node.name : node.type));
    expect(order).toEqual([frame.header, frame.subNavigation, "main", frame.footer, frame.quickArea]);
  });

  test("has exactly one page application for every route, and one for all other paths", () => {
    const inRoutes = findMain().filter((node) => node.type === "route");
    expect(inRoutes).toHaveLength(routes.length + 1);
    for (const node of inRoutes) expect(listApplications(node)).toHaveLength(1);
    for (const { path, page } of routes) {
      const own = inRoutes.filter((node) => "path" in node && node.path === path);
      expect(own.map(listApplications)).toEqual([[toPageApplication(page)]]);
    }
    const rest = inRoutes.filter((node) => "default" in node && node.default);
    expect(rest.map(listApplications)).toEqual([[toPageApplication(errorIsland)]]);
  });

  test("B153 leaves out the route whose place an error has, so that its path shows the error's application", () => {
    for (const refused of routes) {
      const main = toSpaLayout(siteConfigs.GGPPH, "en", refused).routes.find((node) => node.type === "main");
      const left = main && "routes" in main ? main.routes.flatMap((node) => ("path" in node ? [node.path] : [])) : [];
      expect(left.filter((path) => path !== undefined)).toEqual(
        routes.filter((route) => route !== refused).map(({ path }) => path),
      );
    }
  });

  test("keeps plain elements outside of routes", () => {
    const inside = findMain().flatMap((node) => ("routes" in node && node.type === "route" ? node.routes : []));
    expect(inside.filter((node) => node.type !== "application")).toEqual([]);
  });

  test("stands below the locale's prefix", () => {
    expect(toSpaLayout(siteConfigs.GGPPH, "en").base).toBe("/");
    expect(toSpaLayout(siteConfigs.GGPBR, "pt-br").base).toBe("/pt-br/");
  });

  test("is accepted by single-spa-layout, which makes each application once", () => {
    const resolved = toSpaLayout(siteConfigs.GGPPH, "en");
    expect(resolved).toMatchObject({ base: "/", containerEl: "#app" });
    const names = constructApplications({ routes: resolved, loadApp: () => Promise.reject(new Error("not here")) }).map(
      ({ name }) => name,
    );
    const expected = new Set([
      ...Object.values(frame),
      ...routes.map(({ page }) => toPageApplication(page)),
      toPageApplication(errorIsland),
    ]);
    expect(names.toSorted()).toEqual([...expected].toSorted());
  });
});

/** Queries and fragments. The path alone decides which page it is. */
const endings = ["", "#", "#x", "#x?y", "#/about-us/", "?a=1", "?a=1#x", "?#x", "?next=/contact/#/download/"];

/** Paths that look like pages and are none. */
const unknownPaths = [
  "/about-us/more/",
  "/about-us",
  "/About-Us/",
  "/ggteam/ace/more/",
  "/ggteam/No_Name/",
  "/no-such-page/",
  "//",
  "/network/",
];

const locales = Object.values(siteConfigs).flatMap((site) =>
  site.locales.map(({ code }) => ({ site, siteId: site.siteId, locale: code })),
);

describe.each(locales)("the page application of an address of $siteId in $locale", ({ site, locale }) => {
  const prefix = toLocalePrefix(site, locale);
  const inFrame: string[] = Object.values(frame);

  /** The applications single-spa would mount in `main`. */
  function listActive(address: string, refused?: Route): string[] {
    const resolved = toSpaLayout(site, locale, refused);
    const applications = constructApplications({
      routes: resolved,
      loadApp: () => Promise.reject(new Error("not here")),
    });
    const location = new URL(`https://site.example${address}`);
    return applications
      .filter(({ activeWhen }) => activeWhen.some((isActive) => isActive(location)))
      .map(({ name }) => name)
      .filter((name) => !inFrame.includes(name));
  }

  test.each(routes)("B284 is the page's own at $path, with any query and fragment", ({ path, page }) => {
    for (const ending of endings) {
      const address = `${prefix}${path.replace(":slug", "ace-marlowe")}${ending}`;
      expect(listActive(address), address).toEqual([toPageApplication(page)]);
    }
  });

  test.each(unknownPaths)("B284 is the error page's at %s, with any query and fragment", (path) => {
    for (const ending of endings)
      expect(listActive(`${prefix}${path}${ending}`), ending).toEqual([toPageApplication(errorIsland)]);
  });

  test("B153 is the error page's at the path of a page that was refused", () => {
    for (const refused of routes) {
      const address = `${prefix}${refused.path.replace(":slug", "ace-marlowe")}#x`;
      expect(listActive(address, refused), address).toEqual([toPageApplication(errorIsland)]);
    }
  });
});
