import type { Route } from "@site/contracts/pages/layout";
import { type LocaleRouting, toLocalePrefix } from "@site/contracts/locale/locale";
import type { ActivityFn, ResolvedRoutes } from "single-spa-layout";
import { matchRoute } from "./match-route.ts";
import { toPageApplication } from "./page-application.ts";
import { errorIsland, frame, routes } from "./routes.ts";

type SpaNode =
  | { type: "application"; name: string }
  | { type: "route"; path?: string; default?: boolean; activeWhen: ActivityFn; routes: SpaNode[] }
  | { type: string; attrs: { name: string; value: string }[]; routes: SpaNode[]; connectedNode: object | null };

/** single-spa-layout's routes as data: an HTML string would need a Trusted Types policy. */
interface SpaLayout extends ResolvedRoutes {
  mode: "history";
  routes: SpaNode[];
}

const page = (island: string): SpaNode[] => [{ type: "application", name: toPageApplication(island) }];

/**
 * The document's slots for every path of a locale. Elements outside a route are adopted as they stand. Which route is
 * active is decided by the server's matcher, by the path alone: the library's own would test the address with its fragment,
 * and ignore case (B284). So the library's `constructRoutes`, which sets its own matcher, is not called.
 * @param refused the route of a document that shows an error instead of it, such as 403: there the error stays (B153)
 * @param findKept the path whose page stays in place at every address; undefined when there is none
 * @param findElement the element of the document that a selector names. The library itself looks for the server's elements by their position and
 * attributes, and makes a second `main` where an extension of the browser has changed either
 */
export function toSpaLayout(
  routing: LocaleRouting,
  locale: string,
  refused?: Route,
  findKept?: () => string | undefined,
  findElement: (selector: string) => object | null = () => null,
): SpaLayout {
  const findRoute = (pathname: string): Route | undefined => {
    const match = matchRoute(routing, findKept?.() ?? pathname);
    return match.kind === "page" && match.locale === locale && match.route !== refused ? match.route : undefined;
  };
  return {
    mode: "history",
    base: `${toLocalePrefix(routing, locale)}/`,
    containerEl: "#app",
    redirects: {},
    routes: [
      { type: "application", name: frame.header },
      { type: "application", name: frame.subNavigation },
      {
        type: "main",
        connectedNode: findElement("main"),
        attrs: [
          { name: "id", value: "content" },
          { name: "tabindex", value: "-1" },
        ],
        routes: [
          {
            type: "h1",
            connectedNode: findElement("main>h1"),
            attrs: [{ name: "class", value: "visually-hidden" }],
            routes: [],
          },
          ...routes
            .filter((route) => route !== refused)
            .map((route): SpaNode => ({
              type: "route",
              path: route.path,
              activeWhen: ({ pathname }) => findRoute(pathname) === route,
              routes: page(route.page),
            })),
          {
            type: "route",
            default: true,
            activeWhen: ({ pathname }) => !findRoute(pathname),
            routes: page(errorIsland),
          },
        ],
      },
      { type: "application", name: frame.footer },
      { type: "application", name: frame.quickArea },
    ],
  };
}
