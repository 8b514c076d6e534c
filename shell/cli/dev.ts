import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PackageName } from "@site/contracts/names/package-name";
import { toBuildProblems, toFolder } from "../development/build-problems.ts";
import { createCheckProcess } from "../development/check-process.ts";
import { explainEnded } from "../development/explain-ended.ts";
import { findDataProblems } from "../development/find-data-problems.ts";
import { startFront } from "../development/front.ts";
import { inTurn } from "../development/in-turn.ts";
import { releaseSaved } from "../development/saved-releases.ts";
import { createSavedChecks } from "../development/saved-checks.ts";
import { createShownProblems } from "../development/shown-problems.ts";
import { createSiteProcess, type ServerEnd } from "../development/site-process.ts";
import { type TypeChecks, watchTypes } from "../development/watch-types.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { onParentGone } from "../src/server/end-with-parent.ts";
import { toSentence } from "../src/server/to-sentence.ts";
import { followPackages } from "./development/follow-packages.ts";
import { followDeployed } from "./development/follow-deployed.ts";
import { openDevelopment, readArguments } from "./development/open-development.ts";
import { watchFolders } from "./development/watch-folders.ts";
import { findStale } from "./workspace/build-packages.ts";
import { dataFolder, toPackageRoot, workspaceRoot } from "./workspace/workspace.ts";

/** Milliseconds that the start waits for the first request of a page before it does the work for later pages and saves. */
const firstPageWithinMs = 2000;
/** Milliseconds in which a browser loads that page. */
const firstLoadMs = 500;

/**
 * Serves the site and shows every save at once: a bundler that stays open builds the changed package, and its pages are composed as those of any
 * release. The release checks run in parallel, and open pages and the terminal show their findings. A package whose build fails changes nothing.
 */
async function dev(): Promise<void> {
  const given = readArguments();
  const { own } = given;
  const site = createSiteProcess(join(import.meta.dirname, "development/serve-development.ts"), {
    onLog: (text) => console.error(text),
    onAwaited: noteShown,
    onLive() {
      noteShown([]);
      checks.noteLive();
    },
    onEnded: (ended) => reportEnd(ended),
    onFailed(remote) {
      const name = own.find((one) => one === remote);
      if (name !== undefined) checks.noteFailed(name);
    },
  });
  // The process of the site loads its code while the store is made and filled.
  site.prepare();
  // The address accepts requests at once: the first requested page is composed before the others.
  const front = await startFront(parseEnvironment(process.env, workspaceRoot).port, (paths) => site.await(paths));
  const opening = openDevelopment(given);
  const problems = createShownProblems(front.tell);
  const checks = createSavedChecks(
    createCheckProcess(join(import.meta.dirname, "development/check-saved.ts"), (found) =>
      problems.report("checks", found),
    ),
  );
  let types: TypeChecks | undefined;
  let isStarted = false;
  let isServed = false;

  function noteShown(changed: readonly string[]): void {
    problems.renew(changed);
    types?.noteShown();
  }

  function reportEnd({ how, lines }: ServerEnd): void {
    isServed = false;
    problems.report("server", [explainEnded(how, lines, workspaceRoot, "The next save starts it again.")]);
  }

  async function serveSite(): Promise<void> {
    const started = await site.start();
    if (!started) return;
    isServed = "address" in started;
    if ("how" in started) return reportEnd(started);
    problems.report("server", "problem" in started ? [{ kind: "server", text: started.problem }] : []);
    if ("address" in started) front.serve(started.address);
    problems.renew();
  }

  /** Changes the store in sequence: each change is based on the previous set. */
  const turns = inTurn((work: () => Promise<void>) => work());

  /** Makes built packages live. */
  async function release(folders: ReadonlyMap<PackageName, string>, builtAt: number): Promise<void> {
    const names = [...folders.keys()];
    const opened = await opening.catch(() => undefined);
    // The store could not be opened: the start fails with the reason.
    if (!opened) return;
    try {
      const revision = await releaseSaved(opened.store, opened.environment.siteId, folders);
      for (const name of names) problems.report(name, []);
      if (revision === undefined) return;
      // The first build of a package that failed at the start has succeeded now.
      if (isStarted && !isServed) await serveSite();
      console.log(
        `revision ${revision} has the new ${names.join(", ")}, ${Math.round(performance.now() - builtAt)} ms after it was built`,
      );
    } catch (error) {
      problems.report(names[0] ?? "release", toBuildProblems(error, workspaceRoot, undefined));
    }
  }

  async function releaseAndCheck(name: PackageName, folder: string): Promise<void> {
    checks.note(name);
    const builtAt = performance.now();
    await turns.call(() => release(new Map([[name, folder]]), builtAt));
    checks.noteReleased();
  }

  const packages = followPackages({
    onBuilt: (name, folder) => void releaseAndCheck(name, folder),
    onProblems: (name, found) => problems.report(name, found),
  });

  /** Builds a package with its current configuration. That of the shell contains the routes. */
  async function followConfiguration(name: PackageName): Promise<void> {
    const source = `configuration of ${name}`;
    try {
      await packages.configure(name);
      problems.report(source, []);
    } catch (error) {
      problems.report(source, toBuildProblems(error, workspaceRoot, toFolder(name)));
    }
  }

  function findInData(): void {
    problems.report("data", findDataProblems(dataFolder, workspaceRoot));
  }

  const stale = findStale(own);
  const built = own.filter((name) => !stale.includes(name));
  const builtAt = performance.now();
  void turns.call(() => release(new Map(built.map((name) => [name, join(toPackageRoot(name), "dist")])), builtAt));
  // The bundler builds while the store is filled.
  const [{ environment, deployed }] = await Promise.all([opening, packages.follow(stale)]);
  await turns.settle();
  await serveSite();
  isStarted = true;
  if (deployed) followDeployed(deployed, turns.call);
  findInData();
  console.log(
    `The site ${environment.siteId} is at ${front.address}/ and follows what you save${given.against === undefined ? "" : `, with the releases of ${given.against} beside ${own.join(", ")}`} (${Math.round(performance.now())} ms after the start).`,
  );
  types = watchTypes(workspaceRoot, (found) => problems.report("types", found));
  const end = async (): Promise<void> => {
    types?.end();
    checks.end();
    await Promise.all([site.end(), packages.close()]);
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  onParentGone(() => void end());
  watchFolders(dataFolder, own, {
    onServer() {
      checks.noteOther();
      void serveSite();
    },
    onLayout: () => void followConfiguration("shell"),
    onData() {
      checks.noteOther();
      findInData();
      // A server needs every document for its start: an invalid one may have prevented it.
      if (isStarted && !isServed) void serveSite();
    },
    onListed: packages.restart,
    onConfiguration: (name) => void followConfiguration(name),
  });
  // The bundler uses all processors, which would delay the page that is loading.
  await Promise.race([front.shown, delay(firstPageWithinMs)]);
  await delay(firstLoadMs);
  await packages.follow(built);
}

dev().catch((error: unknown) => {
  console.error(toSentence(error));
  process.exit(1);
});
