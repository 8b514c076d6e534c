import type { IslandContext, IslandDescriptor, RenderedIsland } from "../src/islands/island.ts";
import type { PackageName } from "../src/names/package-name.ts";
import type { Release } from "../src/releases/release.ts";
import type { ServerEntry } from "../src/islands/server-entry.ts";

/** What a problem is about, for machines. */
export type ProblemCode =
  | "RELEASE_ANNOUNCEMENT_INVALID"
  | "RELEASE_BROTLI_INVALID"
  | "RELEASE_CONTRACT_BROKEN"
  | "RELEASE_CONTRACT_UNSUPPORTED"
  | "RELEASE_DESCRIPTION_DIFFERS"
  | "RELEASE_ENTRY_FORBIDDEN"
  | "RELEASE_EVENT_UNKNOWN"
  | "RELEASE_FILE_INVALID"
  | "RELEASE_HEAD_INVALID"
  | "RELEASE_HTML_INVALID"
  | "RELEASE_LAYOUT_INVALID"
  | "RELEASE_LEAKS"
  | "RELEASE_LIBRARY_COPIED"
  | "RELEASE_LINK_DEAD"
  | "RELEASE_MESSAGES_INVALID"
  | "RELEASE_OVER_BUDGET"
  | "RELEASE_PAGE_FAILED"
  | "RELEASE_PICTURE_INVALID"
  | "RELEASE_REMOVAL_UNANNOUNCED"
  | "RELEASE_RENDER_UNSTABLE"
  | "RELEASE_SHARED_UNSUPPORTED"
  | "RELEASE_SLOT_UNKNOWN"
  | "RELEASE_STYLE_FOREIGN"
  | "RELEASE_TEXT_MISSING"
  | "RELEASE_VERSION_FOREIGN";

/** A place in a file, counted from 1. `file` is a path in the release, or in the sources of the package. */
export interface Place {
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
}

/** What a check found. */
export interface Finding extends Place {
  /** What is wrong: expected and found. */
  problem: string;
  /** What to do about it; the check's own advice when left out. */
  change?: string | undefined;
}

/** A finding of a check of a whole set: it belongs to one of the releases. */
export interface SetFinding extends Finding {
  /** The label of the release that has to change. */
  release: string;
}

/** A place inside of an island that stays empty. */
export interface EmptySlot extends SetFinding {
  /** The island with the place, and the expose and variant that its owner lacks; undefined for what stays empty for another reason. */
  lacks?: { where: string; owner: PackageName; key: string; variant: string } | undefined;
}

/** A refusal of one release, for people and for machines. */
export interface ReleaseProblem extends Place {
  /** The name of the check. */
  check: string;
  /** `content@1.0.0-0123456789ab` */
  release: string;
  code: ProblemCode;
  problem: string;
  change: string;
}

/** What a server file says of its release when it is asked, or why it cannot be asked. */
export type Description =
  | {
      ok: true;
      islands: readonly IslandDescriptor[];
      head: ServerEntry["head"];
      messages: Readonly<Record<string, readonly string[]>>;
    }
  | { ok: false; problem: string };

/** A release with its bytes and what its server file says. Its signature is checked where it is loaded. */
export interface CheckedRelease {
  release: Release;
  label: string;
  files: ReadonlyMap<string, Buffer>;
  /** Undefined when there was nothing to run the server file with. */
  description: Description | undefined;
  /** The packages it stands beside, as far as they are known. */
  others: readonly PackageName[];
  /** The folder of the building machine, where it is known: it must not appear in any file. */
  buildRoot?: string | undefined;
  /** The folder of the package's sources, where it is known: refusals look there for the line they are about. */
  sourceRoot?: string | undefined;
}

/** One island, or head fragment, rendered for one place of one page. */
export interface Rendering {
  owner: PackageName;
  expose: string;
  /** The release that has to change when this is wrong: mostly the owner's. */
  label: string;
  /** For people: `GGPCOM /en/contact/, ontario`. */
  where: string;
  /** Whether the island is the content of its page. */
  isPage: boolean;
  context: IslandContext;
  outcome:
    | {
        ok: true;
        island: RenderedIsland;
        /** What a second render of the same context gave, where there was one. */
        again?: RenderedIsland | undefined;
        /** What a render with the names that only browsers have gave, where there was one. */
        inBrowser?: RenderedIsland | undefined;
      }
    | ({ ok: false; problem: string } & Place);
}

/** A whole set, or as much of it as there is: on a laptop one release with the pages of a site made up for tests. */
export interface CheckedSet {
  /** The releases that are checked. */
  candidates: ReadonlyMap<PackageName, CheckedRelease>;
  /** Every release of the set, the candidates among them. */
  releases: ReadonlyMap<PackageName, Pick<CheckedRelease, "release" | "label">>;
  /** The set that this one comes after; unknown or empty before the first. */
  before?: ReadonlyMap<PackageName, Pick<CheckedRelease, "release" | "label">> | undefined;
  /** The live releases that newly published ones are going to replace. A rollback replaces none: it may bring back what has less. */
  replaced?: ReadonlyMap<PackageName, Pick<CheckedRelease, "release" | "label">> | undefined;
  /** What the candidates' islands rendered, and what failed because of the candidates. */
  renderings: readonly Rendering[];
  /** Places inside of the candidates' islands that nothing can fill. On a laptop without the other packages nothing is known of them. */
  emptySlots: readonly EmptySlot[];
  /** Pages that are too large, and the releases that have to change for it. Only a whole set has whole pages. */
  largePages: readonly SetFinding[];
  /** Links to pages that the site does not have, and the releases that have to change for it. Only a whole set has the pages of a site. */
  deadLinks: readonly SetFinding[];
}

/** What the checks of needs and removals read of a set. */
export type NeedsSet = Pick<CheckedSet, "candidates" | "releases" | "before" | "replaced">;

interface CheckHead {
  /** Kebab-case, unique in the list. */
  name: string;
  /** What it demands, as a sentence. */
  demands: string;
  code: ProblemCode;
  /** What to do when it is not met. */
  change: string;
}

/** Needs the one release: its manifest, its bytes, and what its server file says of itself. */
export interface AloneCheck extends CheckHead {
  needs: "alone";
  find(release: CheckedRelease): Finding[];
}

/** Needs a whole set, rendered for every site, locale and country rule with that site's data. */
export interface TogetherCheck extends CheckHead {
  needs: "together";
  find(set: CheckedSet): SetFinding[];
}

/** One line of the list of release checks. */
export type ReleaseCheck = AloneCheck | TogetherCheck;

/** Runs a check that needs one release. */
export function runAlone(check: AloneCheck, release: CheckedRelease): ReleaseProblem[] {
  return check.find(release).map((finding) => toProblem(check, { release: release.label, ...finding }));
}

/** Runs a check that needs a whole set. */
export function runTogether(check: TogetherCheck, set: CheckedSet): ReleaseProblem[] {
  return check.find(set).map((finding) => toProblem(check, finding));
}

function toProblem(
  { name, code, change }: CheckHead,
  { release, file, line, column, problem, change: own }: SetFinding,
): ReleaseProblem {
  return {
    check: name,
    release,
    code,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    problem,
    change: own ?? change,
  };
}
