import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import * as v from "valibot";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import { prune, writeWhole } from "./kept-files.ts";
import { countPlaces, invertRanges, joinRanges, listPlaces, type PlaceRanges, toRanges } from "./place-ranges.ts";
import { makeFolders } from "../disk/make-folders.ts";

const ending = ".places";

/** The ending of files of earlier versions, which named each page. */
const earlierEnding = ".pages";

/** Files that are kept, one for each site with one shell and one state of its data. */
const keptFiles = 64;

/** How many pages are remembered of a site, as a multiple of the pages that it has: each with the releases of the latest sets. */
const keptTimes = 8;

const placeSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * Pages that name the same packages, each in the same release: null for a package that the set does not have. Most pages of a large site name the same, so
 * their places in the order of the layout are a few ranges, however many they are.
 */
const groupSchema = v.object({
  releases: v.record(v.string(), v.nullable(v.string())),
  places: v.array(v.strictTuple([placeSchema, placeSchema])),
});
const groupsSchema = v.array(groupSchema);
type Releases = v.InferOutput<typeof groupSchema>["releases"];

interface PageGroup {
  releases: Releases;
  places: PlaceRanges;
}

/** The pages that earlier checks recorded for a site, a shell and a state of its data, the latest first, and those that this check adds. */
interface Scope {
  groups: PageGroup[];
  learned: Map<string, { releases: Releases; places: number[] }>;
}

/** The packages that each page of a site names, as earlier checks recorded them. Pages are numbered in the order that the shell and the data give them. */
export interface KnownPages {
  /**
   * The places of the pages that can differ from those of a set, ascending: pages that name a changed package, and those of which nothing is known.
   * @param count how many pages there are
   */
  listOpen(packages: LoadedPackages, changed: ReadonlySet<PackageName>, count: number): number[];
  /** Learns which packages the page at a place names that was rendered with a set. */
  learn(place: number, names: readonly PackageName[], packages: LoadedPackages): void;
}

/** The packages that pages name, as checks of this process and of earlier ones recorded them. */
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
      const opened: Scope = scopes.get(scope) ?? { groups: await read(scope), learned: new Map() };
      scopes.set(scope, opened);
      return {
        listOpen(packages, changed, count) {
          const equal = opened.groups.filter((group) => isIn(group, packages));
          // Moved to the front, because a save drops the last groups: those of the live set stay.
          opened.groups = [...equal, ...opened.groups.filter((group) => !equal.includes(group))];
          const [touched = [], same = []] = [true, false].map((isTouched) =>
            equal.filter(({ releases }) => Object.keys(releases).some((name) => changed.has(name)) === isTouched),
          );
          const unknown = invertRanges(
            same.flatMap(({ places }) => places),
            count,
          );
          const named = touched.flatMap(({ places }) => places);
          return listPlaces(joinRanges([...unknown, ...named])).filter((place) => place < count);
        },
        learn(place, names, packages) {
          const releases = toReleases(names, packages);
          const key = JSON.stringify(releases);
          const group = opened.learned.get(key) ?? { releases, places: [] };
          opened.learned.set(key, group);
          group.places.push(place);
        },
      };
    },
    async save() {
      try {
        await makeFolders(folder);
        for (const [scope, { groups, learned }] of scopes) {
          const fresh = [...learned.values()].map(({ releases, places }) => ({ releases, places: toRanges(places) }));
          if (fresh.length > 0) await writeWhole(toFile(folder, scope), JSON.stringify(merge(fresh, groups)));
        }
        await prune(folder, ending, keptFiles);
        await prune(folder, earlierEnding, 0);
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
function toReleases(names: readonly PackageName[], packages: LoadedPackages): Releases {
  return Object.fromEntries(names.toSorted().map((name) => [name, packages.get(name)?.digest ?? null]));
}

function isIn({ releases }: PageGroup, packages: LoadedPackages): boolean {
  return Object.entries(releases).every(([name, digest]) => (packages.get(name)?.digest ?? null) === digest);
}

/** Groups with the newest first, each set of releases once, as many as may be kept. */
function merge(learned: readonly PageGroup[], before: readonly PageGroup[]): PageGroup[] {
  const all = [...learned, ...before];
  const byReleases = [...Map.groupBy(all, ({ releases }) => JSON.stringify(releases)).values()];
  const merged = byReleases.map((same) => ({
    releases: same[0]?.releases ?? {},
    places: joinRanges(same.flatMap(({ places }) => places)),
  }));
  let room = keptTimes * countPlaces(joinRanges(merged.flatMap(({ places }) => places)));
  return merged.filter(({ places }) => (room -= countPlaces(places)) >= 0);
}
