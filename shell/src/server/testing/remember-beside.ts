import { join } from "node:path";
import type { RenderPool } from "../composition/render/render-pool.ts";
import { rememberRenders } from "../release-checks/remember-renders.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/**
 * A pool that renders the releases that others are checked beside once for all checks of a file, as `site promote` does between its checks. All
 * other releases are rendered for each check.
 * @param root a folder of the test's own; nothing is written there
 */
export function rememberBeside(pool: RenderPool, beside: LoadedPackages, root: string): RenderPool {
  const known = new Set([...beside.values()].map(({ digest }) => digest));
  return rememberRenders(pool, join(root, "renders"), ({ digest }) => !known.has(digest));
}
