import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { watch } from "chokidar";
import type { WatchedRelease } from "@site/contracts/build/watch-release";
import type { PackageName } from "@site/contracts/names/package-name";
import { toBuildProblems, toFolder } from "../development/build-problems.ts";
import { createCheckProcess } from "../development/check-process.ts";
import { findDataProblems } from "../development/find-data-problems.ts";
import { startFront } from "../development/front.ts";
import { type Problem, toLines } from "../development/problem.ts";
import { releaseSaved } from "../development/saved-releases.ts";
import { createSiteProcess } from "../development/site-process.ts";
import { watchTypes } from "../development/watch-types.ts";
import { findStale } from "./workspace/build-packages.ts";
import { readBuiltVersion } from "./workspace/built-versions.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { loadConfiguration } from "./development/load-configuration.ts";
import { openDevelopment, readArguments } from "./development/open-development.ts";
import { toSentence } from "../src/server/to-sentence.ts";
import { toPackageRoot, workspaceRoot } from "./workspace/workspace.ts";

/** Milliseconds without a further save before the server is started anew: editors write a file more than once. */
const quietMs = 60;

/** Milliseconds after a save went live before it is checked: open pages load meanwhile. */
const checkDelayMs = 700;
/** Milliseconds that the start waits for a first page to be looked at before it does what a later page or save needs. */
const firstPageWithinMs = 2000;
/** Milliseconds in which a browser loads that page. */
const firstLoadMs = 500;
/** Milliseconds until a save is checked that does not go live. */
const liveWithinMs = 5000;

const dataFolder = join(workspaceRoot, "shell/data");
/** Routes and layouts: the shell's configuration writes them into its release. */
const layoutFolder = join(workspaceRoot, "shell/src/layout");

/**
 * Serves the site and shows every save at once: the changed package is built by a bundler that stays open, and its pages are composed as
 * those of any release are. The release checks run beside it, and open pages and the terminal show what they find. A package that does not
 * build changes nothing.
 */
async function dev(): Promise<void> {
  const { own, ...given } = readArguments();
  const site = createSiteProcess(join(import.meta.dirname, "development/serve-development.ts"), {
    onLog: (text) => console.error(text),
    onAwaited: renew,
    onLive() {
      renew();
      checkAfter(checkDelayMs);
    },
  });
  // It loads its code while the store is made and filled.
  site.prepare();
  // Its address answers at once: the first page that is asked for is composed before the others.
  const front = await startFront(parseEnvironment(process.env, workspaceRoot).port, (paths) => site.await(paths));
  const opening = openDevelopment(given);
  /** The problems by what found them: `content` and other packages, `layout`, `checks`, `types`, `data`, `server`. */
  const problems = new Map<string, readonly Problem[]>();
  let turn = Date.now();

  const tell = (): void => front.tell({ turn, problems: [...problems.values()].flat() });
  function report(source: string, found: readonly Problem[]): void {
    if (found.length === 0 && !problems.has(source)) return;
    for (const problem of found) console.error(toLines(problem));
    if (found.length > 0) problems.set(source, found);
    else problems.delete(source);
    tell();
  }
  /** Open pages ask whether they changed. */
  function renew(): void {
    turn += 1;
    tell();
  }

  const checks = createCheckProcess(join(import.meta.dirname, "development/check-saved.ts"), (found) =>
    report("checks", found),
  );

  let isStarted = false;
  let isServed = false;

  async function showSaved(folders: ReadonlyMap<PackageName, string>, builtAt: number): Promise<void> {
    const names = [...folders.keys()];
    const opened = await opening.catch(() => undefined);
    // The store could not be opened: the start fails with the reason.
    if (!opened) return;
    try {
      const revision = await releaseSaved(opened.store, opened.environment.siteId, folders);
      for (const name of names) report(name, []);
      if (revision === undefined) return;
      // The first build of a package that failed at the start has succeeded now.
      if (isStarted && !isServed) await serveSite();
      console.log(
        `revision ${revision} has the new ${names.join(", ")}, ${Math.round(performance.now() - builtAt)} ms after it was built`,
      );
    } catch (error) {
      report(names[0] ?? "release", toBuildProblems(error, workspaceRoot, undefined));
    }
  }

  /** One release after the other: each is based on the set before. */
  let releasing = Promise.resolve();
  function release(folders: ReadonlyMap<PackageName, string>): Promise<void> {
    const builtAt = performance.now();
    const before = releasing;
    releasing = (async () => {
      await before;
      await showSaved(folders, builtAt);
    })();
    return releasing;
  }

  /** What was saved and waits for its check. */
  const unchecked = new Set<PackageName>();
  let checkTimer: NodeJS.Timeout | undefined;
  function checkAfter(milliseconds: number): void {
    clearTimeout(checkTimer);
    checkTimer = setTimeout(() => {
      if (unchecked.size > 0) checks.check([...unchecked]);
      unchecked.clear();
    }, milliseconds);
  }

  /** Makes a build live, then checks it. Checking takes as long as composing and needs the same processor, so it runs afterwards. */
  async function showAndCheck(name: PackageName, folder: string): Promise<void> {
    clearTimeout(checkTimer);
    unchecked.add(name);
    checks.outdate([name]);
    await release(new Map([[name, folder]]));
    checkAfter(liveWithinMs);
  }

  async function serveSite(): Promise<void> {
    const started = await site.start();
    isServed = "address" in started;
    report("server", "problem" in started ? [{ kind: "server", text: started.problem }] : []);
    if ("address" in started) front.serve(started.address);
    renew();
  }

  const watched = new Map<PackageName, WatchedRelease>();

  /** Builds a package now and after every save. Resolves after its first build. */
  async function follow(name: PackageName): Promise<void> {
    // The bundler takes half a second to load: the page that is built already is there before.
    const { watchRelease } = await import("@site/contracts/build/watch-release");
    const configure = await loadConfiguration(toPackageRoot(name));
    const { promise, resolve } = Promise.withResolvers<void>();
    let isFirst = true;
    /** The version of the build before, unless that failed. */
    let before: string | undefined;
    const folder = join(toPackageRoot(name), ".build/development");
    const onBuilt = (isShown: boolean, show: () => void): void => {
      if (isShown) show();
      isFirst = false;
      resolve();
    };
    watched.set(
      name,
      watchRelease(configure, folder, {
        onRelease(built) {
          const version = readBuiltVersion(name, built);
          // A bundler builds once more what was written just before its start. What `dist` has already is live.
          const isNew = version !== before && (!isFirst || findStale([name]).length > 0);
          before = version;
          onBuilt(isNew, () => void showAndCheck(name, built));
        },
        onProblem(error) {
          before = undefined;
          onBuilt(true, () => report(name, toBuildProblems(error, workspaceRoot, toFolder(name))));
        },
      }),
    );
    return promise;
  }

  /** Builds the shell with the routes as they are now. Before its first build there is nothing to do: that one reads them. */
  async function followLayout(): Promise<void> {
    const shell = watched.get("shell");
    if (!shell) return;
    try {
      await shell.restart(await loadConfiguration(toPackageRoot("shell")));
      report("layout", []);
    } catch (error) {
      report("layout", toBuildProblems(error, workspaceRoot, toFolder("shell")));
    }
  }

  /** One after the other: the bundler uses every processor for one. */
  async function followAll(names: readonly PackageName[]): Promise<void> {
    for (const name of names) await follow(name);
  }

  const stale = findStale(own);
  const built = own.filter((name) => !stale.includes(name));
  void release(new Map(built.map((name) => [name, join(toPackageRoot(name), "dist")])));
  // The bundler works while the store is filled.
  const [{ environment }] = await Promise.all([opening, followAll(stale)]);
  await releasing;
  await serveSite();
  isStarted = true;
  report("data", findDataProblems(dataFolder, workspaceRoot));
  console.log(
    `The site ${environment.siteId} is at ${front.address}/ and follows what you save${given.against === undefined ? "" : `, with the releases of ${given.against} beside ${own.join(", ")}`} (${Math.round(performance.now())} ms after the start).`,
  );
  const endTypes = watchTypes(workspaceRoot, (found) => report("types", found));
  const end = async (): Promise<void> => {
    endTypes();
    checks.end();
    await Promise.all([site.end(), ...[...watched.values()].map((one) => one.close())]);
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());

  let timer: NodeJS.Timeout | undefined;
  for (const folder of ["shell/sites", "shell/src/server", "shell/src/layout", "shared-contracts/src"])
    watch(join(workspaceRoot, folder), { ignoreInitial: true }).on("all", () => {
      clearTimeout(timer);
      timer = setTimeout(() => void serveSite(), quietMs);
    });
  let layoutTimer: NodeJS.Timeout | undefined;
  watch(layoutFolder, { ignoreInitial: true }).on("all", () => {
    clearTimeout(layoutTimer);
    layoutTimer = setTimeout(() => void followLayout(), quietMs);
  });
  watch(dataFolder, { ignoreInitial: true }).on("all", () =>
    report("data", findDataProblems(dataFolder, workspaceRoot)),
  );
  for (const name of own)
    for (const folder of ["src/exposes", "messages"])
      watch(join(toPackageRoot(name), folder), { ignoreInitial: true })
        .on("add", () => void watched.get(name)?.restart())
        .on("unlink", () => void watched.get(name)?.restart());
  // The bundler takes every processor from the page that is looked at.
  await Promise.race([front.shown, delay(firstPageWithinMs)]);
  await delay(firstLoadMs);
  await followAll(built);
}

dev().catch((error: unknown) => {
  console.error(toSentence(error));
  process.exit(1);
});
