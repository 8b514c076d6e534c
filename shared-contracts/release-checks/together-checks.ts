import { findBrokenNeeds, isFoundAsNeed } from "./find-broken-needs.ts";
import { findDetailMisfits } from "./find-detail-misfits.ts";
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
import { findEndlessSlots } from "./find-endless-slots.ts";
import { findMissingFiles } from "./find-missing-files.ts";
import { findContractProblems, findSharedProblems } from "./find-set-problems.ts";
import { findUnannouncedRemovals } from "./find-unannounced-removals.ts";
import type { TogetherCheck } from "./release-check.ts";

/** The checks that need a set: the release beside those it goes live with, and their renderings. */
export const togetherChecks: readonly TogetherCheck[] = [
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
      "Every place inside of an island names an expose that is in the set, in a variant that the expose declares, and none leads back to its own island.",
    change: "Name an expose and a variant that are there, or publish both packages together.",
    find: (set) => {
      const endless = findEndlessSlots(set);
      const empty = set.emptySlots.filter(({ isDeep, lacks }) =>
        lacks === undefined ? !isDeep || endless.length === 0 : !isFoundAsNeed(set, lacks),
      );
      return [...endless, ...empty];
    },
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
    name: "links",
    needs: "together",
    code: "RELEASE_LINK_DEAD",
    demands: "Every link to the site leads to a page that its layout has.",
    change: "Link to a page that is there. A page goes after the last link to it, and comes before the first one.",
    find: ({ deadLinks }) => [...deadLinks],
  },
  {
    name: "html",
    needs: "together",
    code: "RELEASE_HTML_INVALID",
    demands:
      "The HTML is complete, has what a fragment may have and nothing else, names files that are there, no browser repairs it, and no id of it stands twice in a page.",
    change: "Correct the component's markup.",
    find: (set) => [...findPolicyProblems(set), ...findMissingFiles(set), ...set.sharedIds],
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
    change:
      "Do not use the time, random numbers or counters while rendering or loading: show the present date in the browser, once the island is hydrated. Format numbers, dates and lists in the language of the page (locale.code), and dates with a timeZone.",
    find: findUnstable,
  },
];
