import { join } from "node:path";
import { Command } from "commander";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { isPackageName, type PackageName, packageNames } from "@site/contracts/package-name";
import { parseSiteConfig } from "@site/contracts/site-config";
import { openDataStore } from "../src/server/data/data-store.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { createFileStore } from "../src/server/release/file-store.ts";
import { promote, publishReleases } from "../src/server/release/publish.ts";
import { loadKeyRing } from "../src/server/release/signing.ts";
import { siteConfigs } from "../sites/sites.ts";
import { buildPackages, findStale } from "./build-packages.ts";
import { toPackageRoot, workspaceRoot } from "./workspace.ts";

const program = new Command("site").description("Builds, publishes and promotes releases, and tells what is live.");
program.option("--json", "answer in JSON, for machines");

function openStore() {
  const environment = parseEnvironment(process.env, workspaceRoot);
  const keys = loadKeyRing(environment.storeDir);
  const data = openDataStore({
    folder: join(environment.storeDir, "data", environment.siteId),
    defaults: join(import.meta.dirname, "../data"),
    onRefused: (error) => console.error(error.message),
  }).documents();
  const sites = Object.values(siteConfigs).map(parseSiteConfig);
  return { store: createFileStore(environment.storeDir, keys), keys, data, sites, staging: join(environment.storeDir, "staging") };
}

/** Prints an answer: a sentence for people, the same as data for machines. */
function answer(sentence: string, data: object): void {
  console.log(program.opts<{ json?: boolean }>().json ? JSON.stringify(data) : sentence);
}

function parseNames(given: readonly string[]): PackageName[] {
  if (given.length === 0) return [...packageNames];
  return given.map((name) => {
    if (isPackageName(name)) return name;
    throw new SiteError("PACKAGE_UNKNOWN", { name, known: packageNames.join(", ") });
  });
}

const who = process.env["USER"] ?? "operator";

program
  .command("build [packages...]")
  .description("build what has changed; all packages unless some are named")
  .action(async (given: string[]) => {
    const stale = findStale(parseNames(given));
    const built: Record<string, string> = {};
    await buildPackages(stale, (name, version, milliseconds) => {
      built[name] = version;
      if (!program.opts<{ json?: boolean }>().json) console.log(`built ${name}@${version} in ${Math.round(milliseconds)} ms`);
    });
    answer(stale.length === 0 ? "everything is built" : `built ${stale.length} of ${packageNames.length} packages`, { built });
  });

program
  .command("publish [packages...]")
  .description("sign built packages and admit them to the store, if the gate lets them")
  .option("--from <folder>", "the folder of a built release, when one package is named")
  .action(async (given: string[], { from }: { from?: string }) => {
    const names = parseNames(given);
    const folders = new Map(names.map((name) => [name, from !== undefined && names.length === 1 ? from : join(toPackageRoot(name), "dist")]));
    const admitted = await publishReleases(folders, openStore());
    const versions = Object.fromEntries([...admitted].map(([name, { version }]) => [name, version]));
    answer(Object.entries(versions).map(([name, version]) => `admitted ${name}@${version}`).join("\n"), { admitted: versions });
  });

program
  .command("promote <releases...>")
  .description("make releases live, as name@version")
  .requiredOption("--why <text>", "the reason, for the history")
  .action(async (given: string[], { why }: { why: string }) => {
    const changes = Object.fromEntries(
      given.map((label) => {
        const [name = "", version = ""] = label.split("@");
        return [parseNames([name])[0], version];
      }),
    );
    const record = await promote(openStore().store, changes, { by: who, why });
    answer(`revision ${record.set.revision} is live: set ${record.set.id}`, record);
  });

program
  .command("status")
  .description("what is live")
  .action(async () => {
    const record = await openStore().store.current();
    if (!record) return answer("nothing is live yet", { live: null });
    const lines = packageNames.map((name) => `  ${name}@${record.set.versions[name]}`);
    answer([`revision ${record.set.revision}, set ${record.set.id}, since ${record.at} (${record.by}: ${record.why})`, ...lines].join("\n"), record);
  });

program
  .command("history")
  .description("every revision: who, when, why")
  .action(async () => {
    const records = await openStore().store.history();
    answer(records.map(({ set, at, by, why }) => `${set.revision}  ${set.id}  ${at}  ${by}: ${why}`).join("\n"), { history: records });
  });

program
  .command("verify")
  .description("check signature and every hash of what is live")
  .action(async () => {
    const { store } = openStore();
    const record = await store.current();
    const verified: string[] = [];
    for (const name of packageNames) {
      if (record) verified.push((await store.load(name, record.set.versions[name])).label);
    }
    answer(verified.map((label) => `verified ${label}`).join("\n"), { verified });
  });

try {
  await program.parseAsync();
} catch (error) {
  const code = isSiteError(error) ? error.code : "UNEXPECTED";
  if (program.opts<{ json?: boolean }>().json) console.log(JSON.stringify({ error: { code, detail: toProblem(error) } }));
  else console.error(`${code}: ${toProblem(error)}`);
  process.exitCode = 1;
}
