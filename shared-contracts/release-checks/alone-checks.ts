import { answerLimits } from "../answers/answer-limits.ts";
import { shellName } from "../src/names/package-name.ts";
import { shareScope } from "../src/releases/share-scope.ts";
import { toContentVersion } from "../src/releases/content-version.server.ts";
import { explainThrown } from "./explain-thrown.ts";
import { findBrotliProblems } from "./find-brotli-problems.ts";
import { findBudgetProblems } from "./find-budget-problems.ts";
import { findCopyProblems, findLeakProblems, findManifestCode } from "./find-bundle-problems.ts";
import { findDescriptionDifferences } from "./find-description-differences.ts";
import { evalRefusal, findDirectEval } from "./find-direct-eval.ts";
import { findFileProblems } from "./find-file-problems.ts";
import { findLayoutProblems } from "./find-layout-problems.ts";
import { findMessageProblems } from "./find-message-problems.ts";
import { findPictureProblems } from "./find-picture-problems.ts";
import { findStyleProblems } from "./find-style-problems.ts";
import { findUnknownEvents } from "./find-unknown-events.ts";
import { findUnknownFields } from "./find-unknown-fields.ts";
import { findEmptyAnnouncements } from "./find-unannounced-removals.ts";
import { placeStyles } from "./place-styles.ts";
import type { AloneCheck, CheckedRelease, Finding } from "./release-check.ts";
import { toSourcePlace } from "./to-source-place.ts";

/** The checks that need one release and nothing beside it. */
export const aloneChecks: readonly AloneCheck[] = [
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
    change: `Import what the contract shares (${Object.keys(shareScope).join(", ")}), and build with its preset.`,
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
    name: "events",
    needs: "alone",
    code: "RELEASE_EVENT_UNKNOWN",
    demands: "A release sends and hears the events of the contract alone, with their fields.",
    change:
      "Correct the name to one of SiteEvents in @site/contracts/events/events, or have the event added there first.",
    find: (one) => [...findUnknownEvents(one), ...findUnknownFields(one)],
  },
  {
    name: "announcements",
    needs: "alone",
    code: "RELEASE_ANNOUNCEMENT_INVALID",
    demands: "A release announces the removal of nothing but what it has.",
    change: 'Correct the name in "deprecates", or leave it out once the thing is removed.',
    find: findEmptyAnnouncements,
  },
];

function findVersionProblems({ release }: CheckedRelease): Finding[] {
  const expected = toContentVersion(release.version.split("-")[0] ?? "", release);
  return release.version === expected
    ? []
    : [{ file: "release.json", problem: `it claims the version ${release.version}, its content is ${expected}.` }];
}

function findForeignStyles({ release: { name }, files, others, sourceRoot }: CheckedRelease): Finding[] {
  if (name === shellName) return [];
  const found = [...files].flatMap(([file, bytes]): Finding[] => {
    if (!file.endsWith(".css")) return [];
    // A style sheet that is too large is not parsed.
    if (bytes.length > answerLimits.styleBytes)
      return [
        {
          file,
          problem: `it has ${bytes.length} bytes; a style sheet may have at most ${answerLimits.styleBytes}.`,
          change: "Split it by island, or write less.",
        },
      ];
    return findStyleProblems(bytes.toString("utf8"), name, others).map((finding) => ({ file, ...finding }));
  });
  return sourceRoot === undefined ? found : placeStyles(found, { sourceRoot, name, others });
}

function toLoadProblem(file: string, thrown: string): Finding {
  const { problem, change = "Make it load, and build it again." } = explainThrown(thrown);
  return { file, problem: `it does not load: ${problem}`, change };
}

function findDescriptionProblems({ release, description, files }: CheckedRelease): Finding[] {
  const file = release.serverEntry;
  if (!description) return [];
  if (!description.ok) {
    const calledAt = findDirectEval(files.get(file)?.toString("utf8") ?? "");
    return calledAt
      ? [
          {
            ...toSourcePlace({ release, files }, [calledAt]),
            problem: `it ${evalRefusal.problem}`,
            change: evalRefusal.change,
          },
        ]
      : [toLoadProblem(file, description.problem)];
  }
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
