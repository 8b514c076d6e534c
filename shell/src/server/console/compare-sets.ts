import { isSiteError, SiteError } from "@site/contracts/errors";
import { isPackageName } from "@site/contracts/names/package-name";
import { versionSchema } from "@site/contracts/releases/release";
import type { SetVersions } from "@site/contracts/releases/release-set";
import * as v from "valibot";
import { readText } from "../pages/encoded-page.ts";
import { inPortions } from "../pages/in-portions.ts";
import { toKeyString, toRule } from "../pages/page-key.ts";
import type { LivePage, SiteState } from "../pages/site-state.ts";
import { type SetDifference, toDifference } from "../publishing/promote.ts";
import type { RevisionRecord } from "../releases/release-store.ts";
import type { ConsoleSources } from "./console-sources.ts";
import { diffLines, type DiffRow, toRows } from "./diff-lines.ts";
import { toHtmlLines } from "./html-lines.ts";

/** A set that is compared. */
export interface ComparedSet {
  /** How its address names it: `live`, `canary`, `41`, `preview:new-home`, `content@1.0.0-3f2a9c0d11aa`. */
  name: string;
  label: string;
  versions: SetVersions;
}

/** A page of one set or both. */
export interface ComparedPage {
  /** Such as `/about-us/`, or `error:404`. */
  page: string;
  locale: string;
  state: "differs" | "files" | "same" | "added" | "removed";
}

/** What differs between two sets. */
export interface SetComparison {
  from: ComparedSet;
  to: ComparedSet;
  packages: SetDifference[];
  /** Or why a set is not composed: a sentence about a release whose key does not count any more, of which nothing is run. */
  pages: ComparedPage[] | string;
}

/** The HTML of a page in two sets, side by side. */
export interface PageComparison extends Omit<SetComparison, "pages"> {
  page: string;
  locale: string;
  rows: DiffRow[];
}

/** Finds the set that a text names. @throws SiteError `OVERRIDE_INVALID`, `PREVIEW_UNKNOWN`, `CANARY_NONE`, `REVISION_NOT_FOUND` */
async function findSet({ store }: Pick<ConsoleSources, "store">, name: string): Promise<ComparedSet> {
  const record = await store.current();
  if (!record) throw new SiteError("STORE_EMPTY", {});
  if (/^[1-9]\d{0,8}$/.test(name)) {
    const { record: asked } = await store.readRecord(Number(name));
    return { name, label: `revision ${name}`, versions: asked.set.versions };
  }
  if (name === "canary") {
    const canary = record.channels?.canary;
    if (!canary) throw new SiteError("CANARY_NONE", {});
    return { name, label: "the canary", versions: canary.set.versions };
  }
  if (name.startsWith("preview:")) return findPreview(record, name);
  if (name.includes("@")) return withRelease(record, name);
  return { name: "live", label: `revision ${record.set.revision} (live)`, versions: record.set.versions };
}

function findPreview({ channels }: RevisionRecord, name: string): ComparedSet {
  const previews = channels?.previews ?? {};
  const wanted = name.slice("preview:".length);
  const found = Object.hasOwn(previews, wanted) ? previews[wanted] : undefined;
  if (!found)
    throw new SiteError("PREVIEW_UNKNOWN", {
      name: wanted.slice(0, 40),
      known: Object.keys(previews).toSorted().join(", ") || "none",
    });
  return { name, label: `preview ${wanted}`, versions: found.set.versions };
}

function withRelease({ set }: RevisionRecord, label: string): ComparedSet {
  const [name = "", version = "", ...rest] = label.split("@");
  if (!isPackageName(name) || rest.length > 0 || !v.is(versionSchema, version))
    throw new SiteError("OVERRIDE_INVALID", { problem: "a release is written content@1.0.0-3f2a9c0d11aa" });
  return { name: label, label: `the live set with ${label}`, versions: { ...set.versions, [name]: version } };
}

/**
 * Compares two sets by packages and by pages: those of visitors without a country rule. A set that is not served is composed first.
 * @throws what {@link findSet} and the composing of a set throw
 */
export async function compareSets(sources: ConsoleSources, from: string, to: string): Promise<SetComparison> {
  const sets = await findBoth(sources, from, to);
  try {
    return { ...sets, pages: await comparePagesOf(await toStates(sources, sets)) };
  } catch (error) {
    if (isSiteError(error) && error.code.startsWith("KEY_")) return { ...sets, pages: error.message };
    throw error;
  }
}

async function comparePagesOf([before, after]: [SiteState, SiteState]): Promise<ComparedPage[]> {
  const keys = [...new Set([...before.pages.keys(), ...after.pages.keys()])].filter((key) => toRule(key) === "none");
  const pages: ComparedPage[] = [];
  await inPortions(keys, (key) => {
    const [locale = "", , page = ""] = key.split("|");
    pages.push({ page, locale, state: comparePages(before.pages.get(key), after.pages.get(key)) });
  });
  return pages;
}

function comparePages(before: LivePage | undefined, after: LivePage | undefined): ComparedPage["state"] {
  if (!before) return "added";
  if (!after) return "removed";
  if (before.document.etag === after.document.etag) return "same";
  const [one, other] = [before, after].map(({ document }) => toHtmlLines(readText(document)).join("\n"));
  return one === other ? "files" : "differs";
}

const toLines = (page: LivePage | undefined): string[] => (page ? toHtmlLines(readText(page.document)) : []);

/** Compares the HTML of one page in two sets. @throws SiteError `OVERRIDE_INVALID` when neither has it, and what {@link compareSets} throws */
export async function comparePage(
  sources: ConsoleSources,
  sets: Record<"from" | "to", string>,
  { page, locale }: Record<"page" | "locale", string>,
): Promise<PageComparison> {
  const found = await findBoth(sources, sets.from, sets.to);
  const states = await toStates(sources, found);
  const key = toKeyString({ page, locale, rule: "none" });
  const [before, after] = states.map(({ pages }) => pages.get(key));
  if (!before && !after) throw new SiteError("OVERRIDE_INVALID", { problem: "neither of the sets has this page" });
  return { ...found, page, locale, rows: toRows(diffLines(toLines(before), toLines(after))) };
}

async function findBoth(sources: ConsoleSources, from: string, to: string): Promise<Omit<SetComparison, "pages">> {
  const [one, other] = await Promise.all([findSet(sources, from), findSet(sources, to)]);
  return { from: one, to: other, packages: toDifference(one.versions, other.versions) };
}

async function toStates(
  sources: ConsoleSources,
  { from, to }: Pick<SetComparison, "from" | "to">,
): Promise<[SiteState, SiteState]> {
  // In sequence, because a server composes one such set at a time.
  const before = await toState(sources, from);
  return [before, await toState(sources, to)];
}

/** The pages of a set: those that are served, or composed when they are not. */
async function toState({ live, sets }: ConsoleSources, { versions }: ComparedSet): Promise<SiteState> {
  const served = [live.state(), live.canary()?.state].find(
    (state) => state && toDifference(state.set.versions, versions).length === 0,
  );
  return served ?? sets.find(versions);
}
