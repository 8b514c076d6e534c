import { ambassadorsSchema } from "@site/contracts/documents/ambassador";
import { toLocalizedPath } from "@site/contracts/locale/locale";
import * as v from "valibot";
import type { Route } from "@site/contracts/pages/layout";
import { routes } from "../../src/layout/routes.ts";
import { siteConfigs } from "../../sites/sites.ts";
import type { SiteAddress } from "./start-site.ts";

/** A page of a running site. `path` is localized, such as `/en/about-us/`. */
export interface SitePage {
  path: string;
  route: Route;
}

/** Every page of the site: the routes, and one for each ambassador of its API. */
export async function listPages(site: SiteAddress): Promise<SitePage[]> {
  const response = await fetch(`${site.origin}/api/brand-ambassador`);
  const { ambassadors } = v.parse(ambassadorsSchema, await response.json());
  const config = siteConfigs[site.id];
  return routes.flatMap((route) => {
    const paths = route.parameter ? ambassadors.map(({ slug }) => route.path.replace(":slug", slug)) : [route.path];
    return paths.map((path) => ({ route, path: toLocalizedPath(config, config.defaultLocale, path) }));
  });
}
