import type { Command } from "commander";
import type { Release } from "@site/contracts/releases/release";
import { openSites } from "../../src/server/data/open-sites.ts";
import { type BlastRadius, findBlastRadius } from "../../src/server/publishing/blast-radius.ts";
import { readChecks, type ReleaseSizes, toProvenanceRows, toSizes } from "../../src/server/publishing/release-facts.ts";
import { loadPackages } from "../../src/server/publishing/load-packages.ts";
import { readLayout } from "../../src/server/releases/read-layout.ts";
import { toColumns } from "../command-line/columns.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { parseStoredName } from "../command-line/package-argument.ts";
import { resolveVersion } from "../releases/resolve-version.ts";
import { toWhen } from "../../src/server/publishing/action-text.ts";

/** Adds `site show`: shows a release, its provenance and its surface. */
export function addShow(program: Command, { answer, environment, openStore }: CommandContext): void {
  program
    .command("show <release>")
    .description("where a release comes from, its checks, its sizes against the one before, and the pages that show it")
    .addHelpText(
      "after",
      "\nExamples:\n  site show content                     the one that is live\n  site show content@1.0.0-3f2a --json\n",
    )
    .action(async (given: string) => {
      const { store } = await openStore();
      const [label = "", wanted] = given.split("@");
      const name = await parseStoredName(label, store);
      const current = await store.current();
      const live = current?.set.versions ?? {};
      const known = await store.versions(name);
      const version = resolveVersion(name, wanted ?? live[name] ?? known.at(-1) ?? "", known);
      const release = await store.readManifest(name, version);
      const { digest, at } = await store.readSigned(name, version);
      const beforeVersion = live[name] === version ? known[known.indexOf(version) - 1] : live[name];
      const before = beforeVersion === undefined ? undefined : await store.readManifest(name, beforeVersion);
      const checked = await readChecks(store, name, version);
      const packages = await loadPackages(store, { ...live, [name]: version });
      const sites = await openSites(environment().places.storeDir, (error) => console.error(error.message));
      const radius = packages.has("shell") ? findBlastRadius(name, packages, readLayout(packages), sites) : undefined;
      const sizes = toSizes(release);
      const shown = {
        release: `${name}@${version}`,
        digest,
        admitted: at,
        isLive: live[name] === version,
        provenance: release.provenance ?? null,
        surface: release.surface ?? null,
        checks: checked ?? null,
        sizes,
        before: before ? { release: `${name}@${before.version}`, sizes: toSizes(before) } : null,
        blastRadius: radius ?? null,
      };
      answer(
        [
          ...toColumns([
            ["release", `${shown.release}${shown.isLive ? ", live" : ""}`],
            ["digest", digest],
            ["admitted", `${toWhen(at)} UTC`],
            ...toProvenanceRows(release),
            [
              "checks",
              checked
                ? `${checked.checks.length} of the whole set, for ${checked.sites.join(", ")}: ${checked.checks.join(", ")}`
                : "those of one release; it was in no live set",
            ],
            ...(radius ? toRadiusRows(radius) : []),
          ]),
          "",
          ...toColumns(toSizeRows(sizes, before)),
        ].join("\n"),
        shown,
      );
    });
}

function toRadiusRows({ routes, allRoutes, locales, pages, allPages }: BlastRadius): string[][] {
  const share = Math.round((100 * routes.length) / Math.max(1, allRoutes));
  return [
    ["shown on", `${routes.length} of ${allRoutes} routes (${share} %), ${pages} of ${allPages} pages`],
    ["locales", locales.join(", ")],
    ["routes", routes.join(", ")],
  ];
}

function toSizeRows(sizes: ReleaseSizes, before: Release | undefined): string[][] {
  const old = before && toSizes(before);
  const row = (label: string, kind: keyof ReleaseSizes): string[] => [
    label,
    String(sizes[kind]),
    old ? `${sizes[kind] < old[kind] ? "" : "+"}${sizes[kind] - old[kind]}` : "",
  ];
  return [
    ["BYTES", "NOW", before ? `AGAINST ${before.version}` : ""],
    row("scripts", "scripts"),
    row("styles", "styles"),
    row("other browser files", "other"),
    row("server files", "server"),
  ];
}
