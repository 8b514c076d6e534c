import { layoutFile } from "@site/contracts/pages/layout";
import { layout } from "../../layout/layout.ts";
import type { FixtureOptions } from "./fixture-release.ts";

const paths = ["/", "/about-us/", "/contact/", "/download/", "/privacy-policy/", "/streamer-mode/"];

/** The routes of a site with a page of each layout and each package: it is composed in a third of the time. */
export const fewRoutes = layout.routes.filter(({ path }) => paths.includes(path));

/** A shell with them, for tests that start a server again and again. */
export const fewPages: FixtureOptions = {
  files: { [layoutFile]: JSON.stringify({ ...layout, routes: fewRoutes }) },
};
