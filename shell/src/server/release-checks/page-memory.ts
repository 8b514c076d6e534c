import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import * as v from "valibot";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import { prune, writeWhole } from "./kept-files.ts";

const ending = ".pages";

/** Files that are kept, one for each site with one shell and one state of its data. */
const keptFiles = 64;

/** How many pages are remembered of a site, as a multiple of the pages that it has: each with the releases of the latest sets. */
const keptTimes = 8;

/** Pages that name the same packages, each in the same release: null for a package that the set does not have. */
const groupSchema = v.object({
  releases: v.record(v.string(), v.nullable(v.string())),
  pages: v.array(v.string()),
});
const groupsSchema = v.array(groupSchema);
type PageGroup = v.InferOutput<typeof groupSchema>;

/** What was read of a scope, the latest first, and what is learned of it. */
interface Scope {
  groups: PageGroup[];
  learned: Map<string, PageGroup>;
}

/** What earlier checks learned of the pages of a site with one shell and one state of its data. */
export interface KnownPages {
  /** The packages that each page of a set names, by the page's key; without the pages of which nothing is known. */
  find(packages: LoadedPackages): ReadonlyMap<string, readonly PackageName[]>;
  /** Learns which packages a page names that was rendered with a set. */
  learn(page: string, names: readonly PackageName[], packages: LoadedPackages): void;
}

/** What checks learned of pages, by this process and earlier ones. */
export interface PageMemory {
  /** @param scope equal for checks that have the same site, shell and data */
  open(scope: string): Promise<KnownPages>;
  /** Writes what was learned, once the check has passed. What cannot be written is learned again. */
  save(): Promise<void>;
}

/**
 * Remembers in a folder of this machine which packages each page names, in which releases. What a page shows depends on these alone, beside the site, the
 * shell and the data: a page that names no changed package is the same as before. Damaged files are ignored.
 */
export function openPageMemory(folder: string): PageMemory {
  const scopes = new Map<string, Scope>();

  async function read(scope: string): Promise<PageGroup[]> {
    try {
      return v.parse(groupsSchema, JSON.parse(await readFile(toFile(folder, scope), "utf8")));
    } catch {
      return [];
    }
  }

  return {
    async open(scope) {
      const opened = scopes.get(scope) ?? { groups: await read(scope), learned: new Map<string, PageGroup>() };
      scopes.set(scope, opened);
      return {
        find(packages) {
          const equal = opened.groups.filter((group) => isIn(group, packages));
          // In front of the others, so that what is live is not dropped.
          opened.groups = [...equal, ...opened.groups.filter((group) => !equal.includes(group))];
          return listPages(equal);
        },
        learn(page, names, packages) {
          const releases = toReleases(names, packages);
          const key = JSON.stringify(releases);
          const group = opened.learned.get(key) ?? { releases, pages: [] };
          opened.learned.set(key, group);
          group.pages.push(page);
        },
      };
    },
    async save() {
      try {
        await mkdir(folder, { recursive: true });
        for (const [scope, { groups, learned }] of scopes)
          if (learned.size > 0)
            await writeWhole(toFile(folder, scope), JSON.stringify(merge([...learned.values()], groups)));
        await prune(folder, ending, keptFiles);
      } catch {
        // Ignored, as with a full disk or a folder of another account: the next check renders these pages again.
      }
    },
  };
}

function toFile(folder: string, scope: string): string {
  return join(folder, `${scope}${ending}`);
}

/** The releases of packages in a set, sorted by name. */
function toReleases(names: readonly PackageName[], packages: LoadedPackages): PageGroup["releases"] {
  return Object.fromEntries(names.toSorted().map((name) => [name, packages.get(name)?.digest ?? null]));
}

function isIn({ releases }: PageGroup, packages: LoadedPackages): boolean {
  return Object.entries(releases).every(([name, digest]) => (packages.get(name)?.digest ?? null) === digest);
}

function listPages(groups: readonly PageGroup[]): Map<string, PackageName[]> {
  const found = new Map<string, PackageName[]>();
  for (const { releases, pages } of groups) {
    const names = Object.keys(releases);
    for (const page of pages) found.set(page, names);
  }
  return found;
}

/** Groups with the newest first, each set of releases once, as many as may be kept. */
function merge(learned: readonly PageGroup[], before: readonly PageGroup[]): PageGroup[] {
  const merged = new Map<string, Set<string>>();
  for (const { releases, pages } of [...learned, ...before]) {
    const key = JSON.stringify(releases);
    merged.set(key, new Set([...(merged.get(key) ?? []), ...pages]));
  }
  let room = keptTimes * new Set([...learned, ...before].flatMap(({ pages }) => pages)).size;
  return [...learned, ...before].flatMap(({ releases }) => {
    const key = JSON.stringify(releases);
    const pages = merged.get(key);
    merged.delete(key);
    room -= pages?.size ?? 0;
    return pages && room >= 0 ? [{ releases, pages: [...pages] }] : [];
  });
}
