import { join } from "node:path";
import { Command } from "commander";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { isPackageName, type PackageName, packageNames } from "@site/contracts/package-name";
import { parseSiteConfig } from "@site/contracts/site-config";
import { openDataStore } from "../src/server/data/data-store.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { createFileStore } from "../src/server/release/file-store.ts";
import { promote, rollback, toDifference } from "../src/server/release/promote.ts";
import { publishReleases } from "../src/server/release/publish.ts";
import type { RevisionRecord } from "../src/server/release/release-store.ts";
import { loadKeyRing } from "../src/server/release/signing.ts";
import { siteConfigs } from "../sites/sites.ts";
import { buildPackages, findStale } from "./build-packages.ts";
import { readBuiltVersion } from "./built-versions.ts";
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

function parseName(name: string): PackageName {
  if (isPackageName(name)) return name;
  throw new SiteError("PACKAGE_UNKNOWN", { name, known: packageNames.join(", ") });
}

function parseNames(given: readonly string[]): PackageName[] {
  return given.length === 0 ? [...packageNames] : given.map(parseName);
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

/** A revision in a sentence, with what it changed. */
function toSentence(record: RevisionRecord, before: RevisionRecord | undefined): string {
  const difference = toDifference(before?.set.versions, record.set.versions);
  const lines = difference.map((one) => `  ${one.name}  ${one.before ?? "(none)"} -> ${one.after}`);
  return [`revision ${record.set.revision} is live: set ${record.set.id}`, ...lines].join("\n");
}

program
  .command("promote <releases...>")
  .description("make releases live, as name@version, or a name for the version that was built last")
  .requiredOption("--why <text>", "the reason, for the history")
  .option("--expect <revision>", "refuse when the channel is not at this revision", Number)
  .action(async (given: string[], { why, expect }: { why: string; expect?: number }) => {
    const { store } = openStore();
    const changes = Object.fromEntries(
      given.map((label): [PackageName, string] => {
        const [name = "", version] = label.split("@");
        const known = parseName(name);
        return [known, version ?? readBuiltVersion(known)];
      }),
    );
    const before = await store.current();
    const record = await promote(store, changes, { by: who, why }, expect);
    answer(toSentence(record, before), record);
  });

program
  .command("rollback [package]")
  .description("make the set before live again, or one package's version before")
  .requiredOption("--why <text>", "the reason, for the history")
  .option("--to <revision>", "the revision to go back to", Number)
  .action(async (given: string | undefined, { why, to }: { why: string; to?: number }) => {
    const { store } = openStore();
    const before = await store.current();
    const target = { ...(given === undefined ? {} : { package: parseName(given) }), ...(to === undefined ? {} : { revision: to }) };
    const record = await rollback(store, target, { by: who, why });
    answer(toSentence(record, before), record);
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
    const lines = records.map(({ set, at, by, why }, index) => {
      const changed = toDifference(records[index - 1]?.set.versions, set.versions).map(({ name, after }) => `${name}@${after}`);
      return `${set.revision}  ${at}  ${by}: ${why}\n   ${changed.join(" ")}`;
    });
    answer(lines.join("\n"), { history: records });
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
