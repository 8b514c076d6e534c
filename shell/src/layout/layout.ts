import { type Layout, layoutFormat } from "@site/contracts/pages/layout";
import { errorIsland, errorLayout, frame, heads, routes } from "./routes.ts";

/** What the shell's build writes into its release: a server composes from the file of the live release, never from this module. */
export const layout: Layout = {
  schemaVersion: layoutFormat,
  routes: [...routes],
  error: { layout: errorLayout, page: errorIsland },
  frame: { ...frame },
  heads: [...heads],
};
