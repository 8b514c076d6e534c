import type { IslandContext, IslandDescriptor, RenderedIsland } from "../src/islands/island.ts";
import type { PackageName } from "../src/names/package-name.ts";
import type { Release } from "../src/releases/release.ts";
import type { ServerEntry } from "../src/islands/server-entry.ts";

/** The subject of a problem, for machines. */
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
  /** The problem: expected and found. */
  problem: string;
  /** The advice; by default that of the check. */
  change?: string | undefined;
}

/** A finding of a check of a whole set, about one of its releases. */
export interface SetFinding extends Finding {
  /** The label of the release that has to change. */
  release: string;
}

/** A slot inside of an island that stays empty. */
export interface EmptySlot extends SetFinding {
  /** Whether it stays empty because it is nested too deep, or beyond the number of slots of a page. */
  isDeep?: boolean | undefined;
  /** The island with the slot, and the expose and variant that its owner lacks; undefined when the slot stays empty for another reason. */
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

/** The description of a release by its server file, or why there is none. */
export type Description =
  | {
      ok: true;
      islands: readonly IslandDescriptor[];
      head: ServerEntry["head"];
      messages: Readonly<Record<string, readonly string[]>>;
    }
  | { ok: false; problem: string };

/** A release with its bytes and the description by its server file. Its signature is checked where it is loaded. */
export interface CheckedRelease {
  release: Release;
  label: string;
  files: ReadonlyMap<string, Buffer>;
  /** Undefined when the server file could not be run, for want of shared libraries. */
  description: Description | undefined;
  /** The known other packages of the set. */
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
  /** For people: `GGPCOM /en/contact/ with country rule ontario`. */
  where: string;
  /** Whether the island is the content of its page. */
  isPage: boolean;
  context: IslandContext;
  outcome:
    | {
        ok: true;
        island: RenderedIsland;
        /** The outcome of a second render of the same context, if there was one. */
        again?: RenderedIsland | undefined;
        /** The render with the globals of browsers, if there was one. */
        inBrowser?: RenderedIsland | undefined;
      }
    | ({ ok: false; problem: string } & Place);
}

/** A whole set, or the known part of it: on a laptop one release with the pages of a test site. */
export interface CheckedSet {
  /** The releases that are checked. */
  candidates: ReadonlyMap<PackageName, CheckedRelease>;
  /** Every release of the set, the candidates among them. */
  releases: ReadonlyMap<PackageName, Pick<CheckedRelease, "release" | "label">>;
  /** The live set that this set replaces; undefined or empty before the first. */
  before?: ReadonlyMap<PackageName, Pick<CheckedRelease, "release" | "label">> | undefined;
  /** The live releases that published releases replace. For a rollback there are none, because it may restore releases with a smaller surface. */
  replaced?: ReadonlyMap<PackageName, Pick<CheckedRelease, "release" | "label">> | undefined;
  /** The contract of the servers that the set runs on, as a team's machine knows it from the live shell; absent on a server, where it is the contract's own version. */
  serverContract?: string | undefined;
  /** The newest versions of the shared libraries that the installed contract allows, on a team's machine that knows no shell. */
  contractLibraries?: Readonly<Record<string, string>> | undefined;
  /** What the candidates' islands rendered, and what failed because of the candidates. */
  renderings: readonly Rendering[];
  /** Slots inside of the candidates' islands that no package fills. Unknown on a laptop without the other packages. */
  emptySlots: readonly EmptySlot[];
  /** Pages that are too large, and the releases that have to change for it. Only a whole set has whole pages. */
  largePages: readonly SetFinding[];
  /** Links to pages that the site does not have, and the releases that have to change for it. Only a whole set has the pages of a site. */
  deadLinks: readonly SetFinding[];
  /** Ids that two slots of a page have, and the releases that have to change for it. Only a whole set has whole pages. */
  sharedIds: readonly SetFinding[];
}

/** The parts of a set that the checks of needs and removals read. */
export type NeedsSet = Pick<CheckedSet, "candidates" | "releases" | "before" | "replaced">;

interface CheckHead {
  /** Kebab-case, unique in the list. */
  name: string;
  /** The requirement, as a sentence. */
  demands: string;
  code: ProblemCode;
  /** The advice when it is not met. */
  change: string;
}

/** A check of one release: its manifest, its bytes, and the description by its server file. */
export interface AloneCheck extends CheckHead {
  needs: "alone";
  find(release: CheckedRelease): Finding[];
}

/** A check of a whole set, rendered for every site, locale and country rule with that site's data. */
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
