import type { LocaleRouting } from "@site/contracts/locale/locale";
import type { Route } from "@site/contracts/pages/layout";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { indexRoutes, matchIndexed } from "./index-routes.ts";
import { matchPath } from "./match-path.ts";

function toRoute(path: string, index: number): Route {
  const name = path.split(":")[1]?.slice(0, -1);
  return {
    name: `route-${index}`,
    path,
    layout: "plain",
    page: "content/home",
    ...(name !== undefined && { parameter: { name, from: "brand-ambassador" } }),
  };
}

const part = fc.constantFrom("a", "b", "team", "team-2");
const parents = fc.array(part, { maxLength: 2 }).map((parts) => `/${parts.map((one) => `${one}/`).join("")}`);
const route = fc.tuple(parents, fc.constantFrom("", ":slug/", ":name/")).map((parts) => parts.join(""));
const asked = fc.oneof(
  parents,
  fc.tuple(parents, fc.constantFrom("A/", "%2e%2e/", "x y/", "a/b", "*/", "_/")).map((parts) => parts.join("")),
);

const routing: LocaleRouting = {
  localeStrategy: "prefix-except-default",
  defaultLocale: "en",
  locales: [{ code: "en" }, { code: "a" }],
};

test("the index finds the same route and parameter as comparing one route after the other", () => {
  fc.assert(
    fc.property(fc.array(route, { maxLength: 8 }), asked, (paths, path) => {
      const routes = paths.map(toRoute);
      expect(matchIndexed(indexRoutes(routes), routing, path)).toEqual(matchPath(routes, routing, path));
    }),
    { numRuns: 2000 },
  );
});

test("finds one of a thousand routes without comparing each", () => {
  let looks = 0;
  const routes = Array.from({ length: 1000 }, (_one, index) => toRoute(`/page-${index}/`, index)).map((one) => ({
    ...one,
    get path() {
      looks += 1;
      return one.path;
    },
  }));
  const find = indexRoutes([...routes, toRoute("/team/:slug/", 1000)]);
  looks = 0;
  expect(find("/page-999/")?.name).toBe("route-999");
  expect(find("/team/ada/")?.name).toBe("route-1000");
  expect(find("/nowhere/")).toBeUndefined();
  expect(looks).toBe(0);
});
