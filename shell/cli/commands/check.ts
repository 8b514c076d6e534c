import { dirname } from "node:path";
import { releaseChecks } from "@site/contracts/release-checks/release-checks";
import { packageNames } from "@site/contracts/build/workspace-packages";
import type { Command } from "commander";
import { isSiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { LoadedPackages } from "../../src/server/releases/loaded-release.ts";
import { parseOrigin } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import type { OpenedStore } from "../store/open-store.ts";
import { loadAgainst } from "../releases/load-against.ts";
import { toReleaseFolders } from "../releases/release-folders.ts";
import { tellOutdated } from "../workspace/build-packages.ts";
import { toPackageRoot, workspaceRoot } from "../workspace/workspace.ts";

/** Adds `site check`: reports what `publish` would refuse. It signs nothing, writes nothing and needs no store. */
export function addCheck(
  program: Command,
  { answer, during, environment, note, openStore, token }: CommandContext,
): void {
  program
    .command("check [packages...]")
    .description("run the release checks on what is built, as publish does, and list everything that is wrong")
    .option("--from <folder>", "the folder of a built release, when one package is named")
    .option("--against <url>", "compare with what a running site serves; SITE_TOKEN has a token of it", parseOrigin)
    .addHelpText(
      "after",
      `\nChecks:\n${releaseChecks.map(({ name, demands }) => `  ${name.padEnd(17)} ${demands}`).join("\n")}\n\nExamples:\n  site check content\n  site check content --from /tmp/build/dist\n  site check content --against https://www.site.example\n  site check --json\n`,
    )
    .action(async (given: string[], { from, against }: { from?: string; against?: string }) => {
      const folders = toReleaseFolders(given, from);
      for (const sentence of tellOutdated(folders)) note(sentence);
      // The renderer takes a second to load.
      const [{ findProblems }, { refuse }, { loadBuilt }, { loadBeside }, { openSites }, { createCheckPool }] =
        await Promise.all([
          import("../../src/server/release-checks/check-set.ts"),
          import("../../src/server/release-checks/refusal.ts"),
          import("../../src/server/release-checks/load-built.ts"),
          import("../releases/load-beside.ts"),
          import("../../src/server/data/open-sites.ts"),
          import("../../src/server/composition/render/check-pool.ts"),
        ]);
      const load = async (name: PackageName, folder: string) => [name, await loadBuilt(folder, name)] as const;
      const candidates: LoadedPackages = new Map(
        await Promise.all([...folders].map(([name, folder]) => load(name, folder))),
      );
      const live =
        against === undefined ? await loadLive(await findStore(openStore)) : await loadAgainst(against, token);
      const beside = live ?? (await loadBeside(candidates));
      const sites = await openSites(environment().places.storeDir, (error) => console.error(error.message));
      const pool = createCheckPool();
      try {
        const labels = [...candidates.values()].map(({ label }) => label);
        const problems = await during(1, ({ begin }) => {
          begin(`checking ${labels.join(", ")}`);
          return findProblems(candidates, beside, {
            sites,
            pool,
            live,
            isPublish: true,
            buildRoot: workspaceRoot,
            sourceRoots: new Map(
              [...folders].map(([name, folder]) => [
                name,
                packageNames.includes(name) ? toPackageRoot(name) : dirname(folder),
              ]),
            ),
          });
        });
        refuse(problems);
        const where = live
          ? `what is live${against === undefined ? "" : ` at ${against}`}`
          : "the other packages as they are built";
        const passed = `pass${labels.length === 1 ? "es" : ""} ${releaseChecks.length} checks for ${sites.map(({ site }) => site.siteId).join(", ")}, beside ${where}`;
        answer(`${labels.join("\n")}\n${passed}`, {
          checked: labels,
          checks: releaseChecks.map(({ name }) => name),
          sites: sites.map(({ site }) => site.siteId),
          problems,
        });
      } finally {
        pool.close();
      }
    });
}

/** The store of the environment; undefined without one, because a laptop needs none. */
async function findStore(openStore: () => Promise<OpenedStore>): Promise<OpenedStore | undefined> {
  try {
    return await openStore();
  } catch (error) {
    if (isSiteError(error, "STORE_NOT_FOUND") || isSiteError(error, "STORE_OUTDATED")) return undefined;
    throw error;
  }
}

async function loadLive(opened: OpenedStore | undefined): Promise<LoadedPackages | undefined> {
  const current = await opened?.store.current();
  if (!opened || !current) return undefined;
  return new Map(
    await Promise.all(
      Object.entries(current.set.versions).map(
        async ([name, version]) => [name, await opened.store.load(name, version)] as const,
      ),
    ),
  );
}
