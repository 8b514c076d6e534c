import type { Command } from "commander";
import type { Release } from "@site/contracts/releases/release";
import * as v from "valibot";
import { openSites } from "../../src/server/data/open-sites.ts";
import { type BlastRadius, findBlastRadius } from "../../src/server/publishing/blast-radius.ts";
import { loadPackages } from "../../src/server/publishing/promote.ts";
import { readLayout } from "../../src/server/releases/read-layout.ts";
import { verdictSchema } from "../../src/server/releases/release-records.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { toColumns } from "../columns.ts";
import type { CommandContext } from "../command-context.ts";
import { parseStoredName } from "../package-argument.ts";
import { resolveVersion } from "../resolve-version.ts";
import { toWhen } from "../revision-text.ts";

/** Bytes that a browser gets of a release, compressed where there is a compressed copy, and bytes of its server files. */
interface Sizes {
  scripts: number;
  styles: number;
  other: number;
  server: number;
}

/** Adds `site show`: what one release is, where it comes from and what it touches. */
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

/** The checks of the newest revision that has the release. */
async function readChecks(
  store: ReleaseStore,
  name: string,
  version: string,
): Promise<{ revision: number; sites: string[]; checks: string[] } | undefined> {
  const found = (await store.history()).findLast(({ set }) => set.versions[name] === version);
  if (!found) return undefined;
  const { envelope } = await store.readRecord(found.set.revision);
  const record = v.safeParse(v.object({ verdict: v.object({ signed: verdictSchema }) }), envelope.signed);
  if (!record.success) return undefined;
  const { sites, checks } = record.output.verdict.signed;
  return { revision: found.set.revision, sites, checks };
}

function toProvenanceRows({ provenance }: Release): string[][] {
  if (!provenance) return [["built by", "unknown: it is from before releases said it"]];
  const { builder } = provenance.runDetails;
  const read = provenance.buildDefinition.resolvedDependencies.map(({ name, digest, annotations }) => [
    name,
    `${Object.entries(digest)
      .map(([kind, value]) => `${kind} ${value}`)
      .join(", ")}${annotations ? ", with files that were not committed" : ""}`,
  ]);
  const tools = Object.entries(builder.version).map(([tool, version]) => `${tool} ${version}`);
  return [["built by", builder.id], ...read, ["tools", tools.join(", ")]];
}

function toRadiusRows({ routes, allRoutes, locales, pages, allPages }: BlastRadius): string[][] {
  const share = Math.round((100 * routes.length) / Math.max(1, allRoutes));
  return [
    ["shown on", `${routes.length} of ${allRoutes} routes (${share} %), ${pages} of ${allPages} pages`],
    ["locales", locales.join(", ")],
    ["routes", routes.join(", ")],
  ];
}

function toSizes({ files }: Release): Sizes {
  const sizes: Sizes = { scripts: 0, styles: 0, other: 0, server: 0 };
  for (const [file, { size }] of Object.entries(files)) {
    if (file.endsWith(".br")) continue;
    const sent = files[`${file}.br`]?.size ?? size;
    if (file.startsWith("server/")) sizes.server += size;
    else if (file.endsWith(".js")) sizes.scripts += sent;
    else if (file.endsWith(".css")) sizes.styles += sent;
    else sizes.other += sent;
  }
  return sizes;
}

function toSizeRows(sizes: Sizes, before: Release | undefined): string[][] {
  const old = before && toSizes(before);
  const row = (label: string, kind: keyof Sizes): string[] => [
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
