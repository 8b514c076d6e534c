import { constructApplications, constructRoutes } from "single-spa-layout";
import { describe, expect, test } from "vitest";
import { errorIsland, frame, routes } from "./routes.ts";
import { toPageApplication, toSpaLayout } from "./spa-layout.ts";

type Node = ReturnType<typeof toSpaLayout>["routes"][number];

/** The applications inside a node, at any depth. */
function listApplications(node: Node): string[] {
  if ("name" in node) return [node.name];
  return "routes" in node ? node.routes.flatMap(listApplications) : [];
}

/** The content of `main`. */
function findMain(): Node[] {
  const main = toSpaLayout("").routes.find((node) => node.type === "main");
  if (!main || !("routes" in main)) throw new Error("the layout has no main");
  return main.routes;
}

describe("the layout of slots", () => {
  test("has the frame's applications around main, in the order of the document", () => {
    const order = toSpaLayout("").routes.map((node) => ("name" in node ? node.name : node.type));
    expect(order).toEqual([frame.header, frame.subNavigation, "main", frame.footer, frame.quickArea]);
  });

  test("has exactly one page application for every route, and one for whatever is none", () => {
    const inRoutes = findMain().filter((node) => node.type === "route");
    expect(inRoutes).toHaveLength(routes.length + 1);
    for (const node of inRoutes) expect(listApplications(node)).toHaveLength(1);
    for (const { path, page } of routes) {
      const own = inRoutes.filter((node) => "path" in node && node.path === path);
      expect(own.map(listApplications)).toEqual([[toPageApplication(page)]]);
      expect(own).toMatchObject([{ exact: true }]);
    }
    const rest = inRoutes.filter((node) => "default" in node && node.default);
    expect(rest.map(listApplications)).toEqual([[toPageApplication(errorIsland)]]);
  });

  test("B153 leaves out the route whose place an error has, so that its path shows the error's application", () => {
    for (const refused of routes) {
      const main = toSpaLayout("", refused).routes.find((node) => node.type === "main");
      const left = main && "routes" in main ? main.routes.flatMap((node) => ("path" in node ? [node.path] : [])) : [];
      expect(left.filter((path) => path !== undefined)).toEqual(routes.filter((route) => route !== refused).map(({ path }) => path));
    }
  });

  test("keeps plain elements outside of routes", () => {
    const inside = findMain().flatMap((node) => ("routes" in node && node.type === "route" ? node.routes : []));
    expect(inside.filter((node) => node.type !== "application")).toEqual([]);
  });

  test("stands below the locale's prefix", () => {
    expect(toSpaLayout("").base).toBe("/");
    expect(toSpaLayout("/pt-br").base).toBe("/pt-br/");
  });

  test("is accepted by single-spa-layout, which makes each application once", () => {
    const resolved = constructRoutes(toSpaLayout(""));
    expect(resolved).toMatchObject({ base: "/", containerEl: "#app" });
    const names = constructApplications({ routes: resolved, loadApp: () => Promise.reject(new Error("not here")) }).map(({ name }) => name);
    const expected = new Set([...Object.values(frame), ...routes.map(({ page }) => toPageApplication(page)), toPageApplication(errorIsland)]);
    expect(names.toSorted()).toEqual([...expected].toSorted());
  });
});
