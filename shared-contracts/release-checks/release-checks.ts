import { toContentVersion } from "../src/releases/content-version.server.ts";
import { answerLimits } from "../answers/answer-limits.ts";
import { findBrokenNeeds } from "./find-broken-needs.ts";
import { findBrotliProblems } from "./find-brotli-problems.ts";
import { findBudgetProblems } from "./find-budget-problems.ts";
import { findCopyProblems, findLeakProblems, findManifestCode } from "./find-bundle-problems.ts";
import { findDescriptionDifferences } from "./find-description-differences.ts";
import { findDetailMisfits } from "./find-detail-misfits.ts";
import { findDrawingProblems } from "./find-drawing-problems.ts";
import { findFileProblems } from "./find-file-problems.ts";
import { findLayoutProblems } from "./find-layout-problems.ts";
import { findMessageProblems } from "./find-message-problems.ts";
import {
  findEmptyPages,
  findHeadFragmentProblems,
  findHeadless,
  findLargeSlots,
  findPolicyProblems,
  findRenderProblems,
  findUnsaid,
  findUnstable,
} from "./find-rendering-problems.ts";
import { findContractProblems, findSharedProblems } from "./find-set-problems.ts";
import { findEmptyAnnouncements, findUnannouncedRemovals } from "./find-unannounced-removals.ts";
import { findStyleProblems } from "./find-style-problems.ts";
import { findSvgProblems } from "../answers/find-svg-problems.ts";
import type { AloneCheck, CheckedRelease, Finding, ReleaseCheck, TogetherCheck } from "./release-check.ts";

/**
 * Everything a release is refused for: the one list that a team's contract suite (`describeRemote`), `site check`,
 * `publish` and `promote` go through. It stands in the contract, not in the shell, so that a team that has only this
 * package runs all of it: checks of a set look at renderings, and do not ask whether those come from a whole set of
 * releases for every site, or from one release and the pages of a site made up for tests. Only the store's answer counts.
 */
export const releaseChecks: readonly ReleaseCheck[] = [
  {
    name: "files",
    needs: "alone",
    code: "RELEASE_FILE_INVALID",
    demands:
      "The manifest names every file by its hash and size, and the release has every file an entry or an expose names.",
    change: "Build it again.",
    find: findFileProblems,
  },
  {
    name: "version",
    needs: "alone",
    code: "RELEASE_VERSION_FOREIGN",
    demands: "The version is that of the content.",
    change: "Build it again; a version is never written by hand.",
    find: findVersionProblems,
  },
  {
    name: "manifest-code",
    needs: "alone",
    code: "RELEASE_ENTRY_FORBIDDEN",
    demands: "No file carries code as data for a federation runtime.",
    change: "Remove the field, and build with the contract's own preset, which writes no manifest.",
    find: findManifestCode,
  },
  {
    name: "brotli",
    needs: "alone",
    code: "RELEASE_BROTLI_INVALID",
    demands: "Every brotli copy unpacks to exactly its file.",
    change: "Build it again; the build compresses what it wrote.",
    find: findBrotliProblems,
  },
  {
    name: "budgets",
    needs: "alone",
    code: "RELEASE_OVER_BUDGET",
    demands: "The entry, the scripts of each island and the head script are as small as a first click can afford.",
    change: "Render more on the server, or load what is rarely needed with import() when it is.",
    find: findBudgetProblems,
  },
  {
    name: "styles",
    needs: "alone",
    code: "RELEASE_STYLE_FOREIGN",
    demands:
      "A remote's styles stand in the remotes' layer, reach nothing but its own classes and load nothing from elsewhere.",
    change: "Use a CSS Module: the build scopes its names and puts it into the layer.",
    find: findForeignStyles,
  },
  {
    name: "pictures",
    needs: "alone",
    code: "RELEASE_PICTURE_INVALID",
    demands:
      "Pictures are well-formed XML, consist of shapes and text, name no other file and are no larger than they are shown.",
    change: "Export the picture again, without scripts, styles and references, or as several pictures.",
    find: findPictureProblems,
  },
  {
    name: "library-copies",
    needs: "alone",
    code: "RELEASE_LIBRARY_COPIED",
    demands: "A remote takes React and the other shared libraries from the shell.",
    change:
      "Import what the contract shares (shared-contracts/src/releases/share-scope.ts), and build with its preset.",
    find: findCopyProblems,
  },
  {
    name: "leaks",
    needs: "alone",
    code: "RELEASE_LEAKS",
    demands: "No file gives away a key, a source map or a path of the machine it was built on.",
    change: "Take it out of the sources or of the build, and replace a key that was in a release.",
    find: findLeakProblems,
  },
  {
    name: "description",
    needs: "alone",
    code: "RELEASE_DESCRIPTION_DIFFERS",
    demands: "The manifest and the server file say the same of the islands and of the head fragment.",
    change: "Build it again: both are written from src/exposes.",
    find: findDescriptionProblems,
  },
  {
    name: "messages",
    needs: "alone",
    code: "RELEASE_MESSAGES_INVALID",
    demands: "Every language has every message, and every message's name starts with the package's.",
    change: "Write the message in each file of messages/.",
    find: findMessageProblems,
  },
  {
    name: "layout",
    needs: "alone",
    code: "RELEASE_LAYOUT_INVALID",
    demands: "A release of the shell has a layout of the format that servers understand.",
    change: "Correct shell/src/layout/routes.ts and build the shell again; for a new format, deploy the servers first.",
    find: findLayoutProblems,
  },
  {
    name: "announcements",
    needs: "alone",
    code: "RELEASE_ANNOUNCEMENT_INVALID",
    demands: "A release announces the removal of nothing but what it has.",
    change: 'Correct the name in "deprecates", or leave it out once the thing is removed.',
    find: findEmptyAnnouncements,
  },
  {
    name: "needs",
    needs: "together",
    code: "RELEASE_CONTRACT_BROKEN",
    demands:
      "What the releases of the set use of each other is there: islands, variants, events, fields of the expected types, and answers.",
    change: "Keep it until no release of the set uses it.",
    find: (set) => [...findBrokenNeeds(set), ...findDetailMisfits(set)],
  },
  {
    name: "removals",
    needs: "together",
    code: "RELEASE_REMOVAL_UNANNOUNCED",
    demands: "What a release no longer has, the live release before it has announced.",
    change: "Keep it, announce its removal in a release, and remove it in the next one.",
    find: findUnannouncedRemovals,
  },
  {
    name: "contract",
    needs: "together",
    code: "RELEASE_CONTRACT_UNSUPPORTED",
    demands: "Every release was built against a contract that the shell of the set knows.",
    change: "Rebuild it against the shell's contract.",
    find: findContractProblems,
  },
  {
    name: "shared-libraries",
    needs: "together",
    code: "RELEASE_SHARED_UNSUPPORTED",
    demands: "The shell of the set provides the shared libraries that every release was built against.",
    change: "Build it against the shell's version.",
    find: findSharedProblems,
  },
  {
    name: "renders",
    needs: "together",
    code: "RELEASE_PAGE_FAILED",
    demands: "Every island renders on every page it stands on, for every site, locale and country rule.",
    change: "Make it render there, or show nothing there.",
    find: findRenderProblems,
  },
  {
    name: "slots",
    needs: "together",
    code: "RELEASE_SLOT_UNKNOWN",
    demands:
      "Every place inside of an island names an expose that is in the set, in a variant that the expose declares.",
    change: "Name an expose and a variant that are there, or publish both packages together.",
    find: ({ emptySlots }) => [...emptySlots],
  },
  {
    name: "content",
    needs: "together",
    code: "RELEASE_PAGE_FAILED",
    demands: "Every page has content.",
    change: "Render the page's content on the server.",
    find: findEmptyPages,
  },
  {
    name: "slot-size",
    needs: "together",
    code: "RELEASE_OVER_BUDGET",
    demands: "The HTML of a slot stays below its budget.",
    change: "Render less, or split it into pages.",
    find: findLargeSlots,
  },
  {
    name: "page-size",
    needs: "together",
    code: "RELEASE_OVER_BUDGET",
    demands:
      "The HTML and the style sheets of all slots of a page stay below the limits at which servers take slots out of it.",
    change: "Render less, write fewer styles, ask for fewer islands, or split the page.",
    find: ({ largePages }) => [...largePages],
  },
  {
    name: "html",
    needs: "together",
    code: "RELEASE_HTML_INVALID",
    demands: "The HTML is complete, has what a fragment may have and nothing else, and no browser repairs it.",
    change: "Correct the component's markup.",
    find: findPolicyProblems,
  },
  {
    name: "texts",
    needs: "together",
    code: "RELEASE_TEXT_MISSING",
    demands: "Visitors read texts, never the names of texts, placeholders or missing values.",
    change: "Give the message its text and its values.",
    find: findUnsaid,
  },
  {
    name: "head",
    needs: "together",
    code: "RELEASE_HEAD_INVALID",
    demands: "Every page has a title and a description.",
    change: "Return both from the island's head.",
    find: findHeadless,
  },
  {
    name: "head-fragment",
    needs: "together",
    code: "RELEASE_HEAD_INVALID",
    demands: "A head fragment asks only for third parties that its manifest names.",
    change: "Name the third party in src/exposes/head.ts.",
    find: findHeadFragmentProblems,
  },
  {
    name: "stable",
    needs: "together",
    code: "RELEASE_RENDER_UNSTABLE",
    demands: "An island renders the same again for the same page, from plain data.",
    change: "Do not use the time, random numbers or counters while rendering.",
    find: findUnstable,
  },
];

/** The checks that need one release. */
export function listAloneChecks(): AloneCheck[] {
  return releaseChecks.filter((check) => check.needs === "alone");
}

/** The checks that need a set. */
export function listTogetherChecks(): TogetherCheck[] {
  return releaseChecks.filter((check) => check.needs === "together");
}

function findVersionProblems({ release }: CheckedRelease): Finding[] {
  const expected = toContentVersion(release.version.split("-")[0] ?? "", release);
  return release.version === expected
    ? []
    : [{ file: "release.json", problem: `it claims the version ${release.version}, its content is ${expected}.` }];
}

function findForeignStyles({ release, files, others }: CheckedRelease): Finding[] {
  if (release.name === "shell") return [];
  return [...files].flatMap(([file, bytes]): Finding[] => {
    if (!file.endsWith(".css")) return [];
    // What is too large is not read.
    if (bytes.length > answerLimits.styleBytes)
      return [
        {
          file,
          problem: `it has ${bytes.length} bytes; a style sheet may have at most ${answerLimits.styleBytes}.`,
          change: "Split it by island, or write less.",
        },
      ];
    return findStyleProblems(bytes.toString("utf8"), release.name, others).map((finding) => ({ file, ...finding }));
  });
}

function findPictureProblems({ files }: CheckedRelease): Finding[] {
  return [...files].flatMap(([file, bytes]) => {
    if (!file.endsWith(".svg")) return [];
    const unsafe = findSvgProblems(bytes);
    // What is unsafe is not read on.
    return (unsafe.length > 0 ? unsafe : findDrawingProblems(bytes)).map(({ problem, at }): Finding => ({
      file,
      problem: `${problem} (at character ${at + 1})`,
    }));
  });
}

function findDescriptionProblems({ release, description }: CheckedRelease): Finding[] {
  const file = release.serverEntry;
  if (!description) return [];
  if (!description.ok) return [{ file, problem: `it does not load: ${description.problem}` }];
  const { head } = description;
  const heads =
    release.head?.vendors.join() === head?.vendors.join()
      ? []
      : [
          "The manifest and the server file name different third parties of the head fragment, or only one of them has a fragment.",
        ];
  return [...findDescriptionDifferences(release, description.islands), ...heads].map((problem): Finding => ({
    file,
    problem,
  }));
}
