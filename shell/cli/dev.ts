import { join } from "node:path";
import { watch } from "chokidar";
import { toProblem } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { openSites } from "../src/server/data/open-sites.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { promote } from "../src/server/publishing/promote.ts";
import { publishReleases } from "../src/server/publishing/publish.ts";
import { buildStale, findStale } from "./build-packages.ts";
import { readBuiltVersion } from "./built-versions.ts";
import { createSetCheck } from "./check-set.ts";
import { openOwnStore } from "./open-store.ts";
import { serveSite } from "./serve-site.ts";
import { toPackageRoot, workspaceRoot } from "./workspace.ts";

/** Milliseconds of quiet after a save before a build: editors write a file more than once. */
const quiet = 60;

/**
 * Serves the site and makes every save live: the changed package is built, signed, published and promoted exactly as a
 * release is, so a change that works here works in production. A package that does not build or does not pass the release checks changes nothing.
 */
async function dev(): Promise<void> {
  const environment = parseEnvironment(process.env, workspaceRoot);
  const opened = await openOwnStore(environment);
  const { store } = opened;

  async function release(names: readonly PackageName[]): Promise<void> {
    const started = performance.now();
    await buildStale(names);
    const live = (await store.current())?.set.versions;
    const changed = names.filter((name) => live?.[name] !== readBuiltVersion(name));
    if (changed.length === 0) return;
    const folders = new Map(changed.map((name) => [name, join(toPackageRoot(name), "dist")]));
    const sites = (await openSites(environment.places.storeDir, (error) => console.error(error.message))).filter(
      ({ site }) => site.siteId === environment.siteId,
    );
    const admitted = await publishReleases(folders, {
      ...opened,
      sites,
      rendersDir: join(environment.places.stateDir, "renders"),
      takesRemovals: true,
    });
    const changes = Object.fromEntries([...admitted].map(([name, { version }]) => [name, version]));
    const { set } = await promote(store, changes, { why: "saved", checkSet: createSetCheck(environment) });
    console.log(`revision ${set.revision}: ${changed.join(", ")} in ${Math.round(performance.now() - started)} ms`);
  }

  const stale = findStale(packageNames);
  await release((await store.current()) ? stale : packageNames);
  const { address } = await serveSite({ ...environment, logLevel: process.env["LOG_LEVEL"] ?? "warn" });
  console.log(`The site ${environment.siteId} is at ${address}/ and follows what you save.`);

  const changed = new Set<PackageName>();
  let timer: NodeJS.Timeout | undefined;
  let building = false;
  async function build(): Promise<void> {
    if (building) return;
    building = true;
    while (changed.size > 0) {
      const names = [...changed];
      changed.clear();
      await release(names).catch((error: unknown) => console.error(toProblem(error)));
    }
    building = false;
  }
  const follow = (folder: string, names: readonly PackageName[]): void => {
    watch(folder, { ignoreInitial: true }).on("all", () => {
      for (const name of names) changed.add(name);
      clearTimeout(timer);
      timer = setTimeout(() => void build(), quiet);
    });
  };
  for (const name of packageNames) follow(join(toPackageRoot(name), "src"), [name]);
  for (const name of packageNames) follow(join(toPackageRoot(name), "messages"), [name]);
  for (const folder of ["src", "react", "host", "css"])
    follow(join(workspaceRoot, "shared-contracts", folder), packageNames);
}

dev().catch((error: unknown) => {
  console.error(toProblem(error));
  process.exit(1);
});
