import { toIslandParts } from "@site/contracts/names/island-name";
import { layoutFile } from "@site/contracts/pages/layout";
import { layout } from "../../layout/layout.ts";
import type { FixtureOptions } from "./fixture-release.ts";

const paths = ["/", "/about-us/", "/contact/", "/download/", "/privacy-policy/", "/streamer-mode/"];

/** The routes of a site with a page of each layout and each package: it is composed in a third of the time. */
export const fewRoutes = layout.routes.filter(({ path }) => paths.includes(path));

const contentRoutes = layout.routes.filter(({ page, parameter }) => page.startsWith("content/") && !parameter);

/** A shell with them, for tests that start a server again and again. */
export const fewPages: FixtureOptions = {
  files: { [layoutFile]: JSON.stringify({ ...layout, routes: fewRoutes }) },
};

/** The islands of content that have a page of their own, whose file is `src/exposes/<key>.tsx`. */
export const contentKeys = contentRoutes.map(({ page }) => toIslandParts(page).expose);

/** A shell with a page of each of these islands beside the few, for tests that check many islands of one release at once. */
export const contentPages: FixtureOptions = {
  files: {
    [layoutFile]: JSON.stringify({ ...layout, routes: [...new Set([...fewRoutes, ...contentRoutes])] }),
  },
};
