import type { Release } from "@site/contracts/releases/release";
import * as v from "valibot";
import { verdictSchema } from "../releases/release-records.ts";
import type { ReleaseStore } from "../releases/release-store.ts";

/** Bytes that a browser gets of a release, compressed where there is a compressed copy, and bytes of its server files. */
export interface ReleaseSizes {
  scripts: number;
  styles: number;
  other: number;
  server: number;
}

/** The checks that a release passed as a part of a set. */
export interface PassedChecks {
  /** The newest revision that has the release. */
  revision: number;
  sites: string[];
  checks: string[];
}

/** The checks of the newest revision that has the release; undefined for one that was in no live set. */
export async function readChecks(
  store: ReleaseStore,
  name: string,
  version: string,
): Promise<PassedChecks | undefined> {
  const found = (await store.history()).findLast(({ set }) => set.versions[name] === version);
  if (!found) return undefined;
  const { envelope } = await store.readRecord(found.set.revision);
  const record = v.safeParse(v.object({ verdict: v.object({ signed: verdictSchema }) }), envelope.signed);
  if (!record.success) return undefined;
  const { sites, checks } = record.output.verdict.signed;
  return { revision: found.set.revision, sites, checks };
}

/** The sizes of a release by the side that reads them. */
export function toSizes({ files }: Release): ReleaseSizes {
  const sizes: ReleaseSizes = { scripts: 0, styles: 0, other: 0, server: 0 };
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

/** The provenance of a release, a row of label and text for each fact. Names that the team chose are in the text only: as a label one could imitate another fact. */
export function toProvenanceRows({ provenance }: Release): string[][] {
  if (!provenance) return [["built by", "unknown: it is from before releases said it"]];
  const { builder } = provenance.runDetails;
  const read = provenance.buildDefinition.resolvedDependencies.map(({ name, digest, annotations }) => [
    "made of",
    `${name}, ${Object.entries(digest)
      .map(([kind, value]) => `${kind} ${value}`)
      .join(", ")}${annotations ? ", with files that were not committed" : ""}`,
  ]);
  const tools = Object.entries(builder.version).map(([tool, version]) => `${tool} ${version}`);
  return [["built by", builder.id], ...read, ["tools", tools.join(", ")]];
}
