import { SiteError } from "@site/contracts/errors";
import { isPackageName } from "@site/contracts/names/package-name";
import { versionSchema } from "@site/contracts/releases/release";
import type { SetVersions } from "@site/contracts/releases/release-set";
import * as v from "valibot";
import { toWith } from "../../layout/tester-facts.ts";
import type { ReleaseStore, RevisionRecord } from "../releases/release-store.ts";

/** The releases that a link names: by version, by the name of a preview, or those live at a moment. */
export const askedReleasesSchema = v.object({
  /** `content@1.0.0-3f2a9c0d11aa`, several with commas. */
  with: v.optional(v.pipe(v.string(), v.maxLength(1000)), ""),
  preview: v.optional(v.pipe(v.string(), v.maxLength(40)), ""),
  /** A day, or a moment in UTC: `2026-11-22T12:00`. */
  at: v.optional(v.pipe(v.string(), v.maxLength(40)), ""),
});
export type Asked = v.InferOutput<typeof askedReleasesSchema>;

/** The releases found for a link. */
export interface FoundReleases {
  /** The versions in place of the stable set's. */
  versions: SetVersions;
  label: string;
}

/** Releases as pages for testers list them. */
const toList = (versions: SetVersions): string => toWith(versions).replaceAll(",", ", ");

/** The label of requested releases on pages for testers: of releases that a link lists, only those that are not live now. */
export function toShownLabel({ label, versions }: FoundReleases, live: SetVersions): string {
  if (label !== toList(versions)) return label;
  const others = Object.entries(versions).filter(([name, version]) => live[name] !== version);
  return others.length === 0 ? label : toList(Object.fromEntries(others));
}

/** Characters of a moment up to its minute. */
const minuteLength = "2026-11-22T12:00".length;

const moment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?)?$/;

/**
 * Finds the releases that a link names. All of them have been admitted: only then can they be composed.
 * @throws SiteError `OVERRIDE_INVALID`, `PREVIEW_UNKNOWN`, `MOMENT_UNKNOWN`
 */
export async function findAsked(store: ReleaseStore, asked: Asked): Promise<FoundReleases> {
  const given = Object.entries(asked).filter(([, text]) => text !== "");
  if (given.length !== 1) throw new SiteError("OVERRIDE_INVALID", { problem: "it has to name one of them" });
  if (asked.preview !== "") return findPreview(await readCurrent(store), asked.preview);
  if (asked.at !== "") return findMoment(store, asked.at);
  const versions = parseVersions(asked.with);
  return { versions, label: toList(versions) };
}

async function readCurrent(store: ReleaseStore): Promise<RevisionRecord> {
  const record = await store.current();
  if (!record) throw new SiteError("STORE_EMPTY", {});
  return record;
}

function findPreview({ channels }: RevisionRecord, name: string): FoundReleases {
  const previews = channels?.previews ?? {};
  const found = Object.hasOwn(previews, name) ? previews[name] : undefined;
  if (!found)
    throw new SiteError("PREVIEW_UNKNOWN", { name, known: Object.keys(previews).toSorted().join(", ") || "none" });
  return { versions: found.set.versions, label: `preview ${name}` };
}

async function findMoment(store: ReleaseStore, text: string): Promise<FoundReleases> {
  const at = moment.test(text) ? new Date(text.length > 10 && !text.endsWith("Z") ? `${text}Z` : text) : new Date(NaN);
  if (Number.isNaN(at.getTime()))
    throw new SiteError("OVERRIDE_INVALID", { problem: "a moment is written 2026-11-22T12:00, in UTC" });
  // JavaScript parses the 30th of February as the 2nd of March.
  if (!at.toISOString().startsWith(text.slice(0, minuteLength)))
    throw new SiteError("OVERRIDE_INVALID", { problem: `there is no moment ${text}` });
  const found = (await store.history()).findLast((record) => new Date(record.at) <= at);
  if (!found) throw new SiteError("MOMENT_UNKNOWN", { at: at.toISOString() });
  return {
    versions: found.set.versions,
    label: `the site as of ${at.toISOString().slice(0, 16)}Z, revision ${found.set.revision}`,
  };
}

function parseVersions(text: string): SetVersions {
  const versions: Record<string, string> = {};
  for (const one of text.split(",")) {
    const [name = "", version = "", ...rest] = one.trim().split("@");
    if (Object.hasOwn(versions, name)) throw new SiteError("OVERRIDE_INVALID", { problem: `it names two of ${name}` });
    if (!isPackageName(name) || rest.length > 0 || !v.is(versionSchema, version))
      throw new SiteError("OVERRIDE_INVALID", { problem: "a release is written content@1.0.0-3f2a9c0d11aa" });
    versions[name] = version;
  }
  return versions;
}
