import { errorIsland, frame, type Route, routes } from "./routes.ts";

/** single-spa-layout's routes as data: an HTML string would need a Trusted Types policy. */
interface SpaLayout {
  mode: "history";
  base: string;
  containerEl: string;
  routes: SpaNode[];
}

type SpaNode =
  | { type: "application"; name: string }
  | { type: "route"; path?: string; default?: boolean; exact?: boolean; routes: SpaNode[] }
  | { type: string; attrs: { name: string; value: string }[]; routes: SpaNode[] };

/** The application that fills `main` with a page of a remote. */
export function toPageApplication(island: string): string {
  return `${island.split("/")[0]}/page`;
}

const page = (island: string): SpaNode[] => [{ type: "application", name: toPageApplication(island) }];

/**
 * The document's slots for every path of a locale. Elements outside a route are adopted as they stand.
 * @param refused the route of a document that shows an error instead of it, such as 403: there the error stays (B153)
 */
export function toSpaLayout(prefix: string, refused?: Route): SpaLayout {
  return {
    mode: "history",
    base: prefix === "" ? "/" : `${prefix}/`,
    containerEl: "#app",
    routes: [
      { type: "application", name: frame.header },
      { type: "application", name: frame.subNavigation },
      {
        type: "main",
        attrs: [{ name: "id", value: "content" }, { name: "tabindex", value: "-1" }],
        routes: [
          { type: "h1", attrs: [{ name: "class", value: "visually-hidden" }], routes: [] },
          ...routes.filter((route) => route !== refused).map((route): SpaNode => ({ type: "route", path: route.path, exact: true, routes: page(route.page) })),
          { type: "route", default: true, routes: page(errorIsland) },
        ],
      },
      { type: "application", name: frame.footer },
      { type: "application", name: frame.quickArea },
    ],
  };
}
