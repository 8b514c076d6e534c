import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { watch } from "chokidar";
import { toProblem } from "@site/contracts/errors";
import { dataDocumentNames, parseDataDocument } from "@site/contracts/documents/data-documents";
import type { PackageName } from "@site/contracts/names/package-name";
import { packageNames } from "@site/contracts/build/workspace-packages";
import { toBuildProblems, toFolder } from "../development/build-problems.ts";
import { openDeployedSite } from "../development/deployed-site.ts";
import { startFront } from "../development/front.ts";
import { type Problem, toLines, withFrame } from "../development/problem.ts";
import { createSiteProcess } from "../development/site-process.ts";
import { watchTypes } from "../development/watch-types.ts";
import { openSites } from "../src/server/data/open-sites.ts";
import { type Environment, parseEnvironment } from "../src/server/environment.ts";
import { promote } from "../src/server/publishing/promote.ts";
import { publishReleases } from "../src/server/publishing/publish.ts";
import { buildStale, findStale } from "./build-packages.ts";
import { readBuiltVersion } from "./built-versions.ts";
import { createSetCheck } from "./check-set.ts";
import { addTeam } from "../src/server/releases/trust/change-teams.ts";
import { initStore, type OpenedStore, openOwnStore, openStore } from "./open-store.ts";
import { toPackageRoot, workspaceRoot } from "./workspace.ts";

/** Milliseconds without a further save before a build: editors write a file more than once. */
const quietMs = 60;

const dataFolder = join(workspaceRoot, "shell/data");

/**
 * Serves the site and makes every save live: the changed package is built, signed, published and promoted exactly as a release is, so a
 * change that works here works in production. Open pages follow. A package that does not build or does not pass the release checks
 * changes nothing: terminal and pages say why.
 */
async function dev(): Promise<void> {
  const { against, own } = readArguments();
  const { environment, ...opened } = await (against === undefined ? openOwn() : openAgainst(against));
  const { store } = opened;
  const front = await startFront(environment.port);
  /** The problems by what found them: `content` and other packages, `types`, `data`, `server`. */
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

  async function release(names: readonly PackageName[]): Promise<void> {
    const started = performance.now();
    for (const name of names) {
      try {
        await buildStale([name]);
        report(name, []);
      } catch (error) {
        report(name, toBuildProblems(error, workspaceRoot, toFolder(name)));
      }
    }
    const live = (await store.current())?.set.versions;
    const changed = names.filter((name) => !problems.has(name) && live?.[name] !== readBuiltVersion(name));
    if (changed.length === 0) return;
    const folders = new Map(changed.map((name) => [name, join(toPackageRoot(name), "dist")]));
    const sites = (await openSites(environment.places.storeDir, (error) => console.error(error.message))).filter(
      ({ site }) => site.siteId === environment.siteId,
    );
    try {
      const admitted = await publishReleases(folders, {
        ...opened,
        sites,
        rendersDir: join(environment.places.stateDir, "renders"),
        takesRemovals: true,
      });
      const changes = Object.fromEntries([...admitted].map(([name, { version }]) => [name, version]));
      const { set } = await promote(store, changes, { why: "saved", checkSet: createSetCheck(environment) });
      for (const name of changed) report(name, []);
      console.log(`revision ${set.revision}: ${changed.join(", ")} in ${Math.round(performance.now() - started)} ms`);
    } catch (error) {
      report(changed[0] ?? "release", toBuildProblems(error, workspaceRoot, undefined));
    }
  }

  async function serveSite(): Promise<void> {
    const started = await site.start();
    report("server", "problem" in started ? [{ kind: "server", text: started.problem }] : []);
    if ("address" in started) front.serve(started.address);
    renew();
  }

  const site = createSiteProcess(join(import.meta.dirname, "serve-development.ts"), {
    onLog: (text) => console.error(text),
    onLive: renew,
  });
  const end = (): void => void site.end().then(() => process.exit(0));
  process.on("SIGTERM", end);
  process.on("SIGINT", end);

  const isWhole = against !== undefined || (await store.current()) === undefined;
  await release(isWhole ? own : findStale(own));
  await serveSite();
  report("data", await findDataProblems());
  console.log(
    `The site ${environment.siteId} is at ${front.address}/ and follows what you save${against === undefined ? "" : `, with the releases of ${against} beside ${own.join(", ")}`} (${Math.round(performance.now())} ms after the start).`,
  );
  watchTypes(workspaceRoot, (found) => report("types", found));

  const changed = new Set<PackageName>();
  let isServerChanged = false;
  let timer: NodeJS.Timeout | undefined;
  let working = false;
  async function work(): Promise<void> {
    if (working) return;
    working = true;
    while (changed.size > 0 || isServerChanged) {
      const names = [...changed];
      const restarts = isServerChanged;
      changed.clear();
      isServerChanged = false;
      if (names.length > 0) await release(names).catch((error: unknown) => console.error(toProblem(error)));
      if (restarts) await serveSite();
    }
    working = false;
  }
  const follow = (folder: string, note: () => void): void => {
    watch(folder, { ignoreInitial: true }).on("all", () => {
      note();
      clearTimeout(timer);
      timer = setTimeout(() => void work(), quietMs);
    });
  };
  const add = (names: readonly PackageName[]): void => names.forEach((name) => changed.add(name));
  const restart = (): void => {
    isServerChanged = true;
  };
  for (const name of own)
    for (const folder of name === "shell"
      ? ["src/browser", "src/exposes", "src/ui", "src/layout", "src/icons", "messages"]
      : ["src", "messages"])
      follow(join(toPackageRoot(name), folder), () => add([name]));
  for (const folder of ["src", "react", "host", "css"])
    follow(join(workspaceRoot, "shared-contracts", folder), () => add(own));
  for (const folder of ["shell/sites", "shell/src/server", "shell/src/layout", "shared-contracts/src"])
    follow(join(workspaceRoot, folder), restart);
  watch(dataFolder, { ignoreInitial: true }).on("all", async () => report("data", await findDataProblems()));
}

/**
 * `--against URL content` composes the site from what is live there, with the named packages of this workspace in their place.
 * @throws Error for words that are no packages
 */
function readArguments(): { against: string | undefined; own: readonly PackageName[] } {
  const { values, positionals } = parseArgs({ options: { against: { type: "string" } }, allowPositionals: true });
  const own = packageNames.filter((name) => positionals.includes(name));
  const unknown = positionals.filter((word) => !packageNames.some((name) => name === word));
  if (unknown.length > 0)
    throw new Error(`There is no package ${unknown.join(", ")}. There are: ${packageNames.join(", ")}.`);
  if (values.against !== undefined && own.length === 0)
    throw new Error(`Name the packages that are yours: npm run dev -- --against ${values.against} content`);
  return { against: values.against, own: own.length === 0 ? packageNames : own };
}

interface OpenedSite extends OpenedStore {
  environment: Environment;
}

async function openOwn(): Promise<OpenedSite> {
  const environment = parseEnvironment(process.env, workspaceRoot);
  return { environment, ...(await openOwnStore(environment)) };
}

/** A store of its own, beside the usual one, with what is live at an address. The server reads its place from the environment. */
async function openAgainst(address: string): Promise<OpenedSite> {
  const deployed = openDeployedSite(address, process.env["SITE_TOKEN"]);
  const live = await deployed.readLive();
  process.env["STORE_DIR"] ||= `.site-against-${new URL(address).host.replaceAll(/[^a-z0-9.]/g, "-")}`;
  process.env["SITE"] = live.siteId;
  const environment = parseEnvironment(process.env, workspaceRoot);
  await initStore(environment);
  const { keysDir, trustDir, storeDir } = environment.places;
  for (const name of Object.keys(live.packages))
    if (!packageNames.includes(name)) await addTeam({ keysDir, trustDir }, name, `development team ${name}`);
  const opened = await openStore(environment);
  await deployed.copyTo(opened.store, live, join(storeDir, "data"));
  return { environment, ...opened };
}

/** What is wrong in the documents that come with the shell. */
async function findDataProblems(): Promise<Problem[]> {
  return dataDocumentNames.flatMap((name): Problem[] => {
    const path = join(dataFolder, `${name}.json`);
    const file = relative(workspaceRoot, path);
    try {
      parseDataDocument(name, JSON.parse(readFileSync(path, "utf8")));
      return [];
    } catch (error) {
      const text = toProblem(error);
      const [, line, column] = /line (\d+) column (\d+)/.exec(text) ?? [];
      const place = line === undefined ? {} : { line: Number(line), column: Number(column) };
      return [withFrame({ kind: "data", text, file, ...place }, workspaceRoot)];
    }
  });
}

dev().catch((error: unknown) => {
  console.error(toProblem(error));
  process.exit(1);
});
