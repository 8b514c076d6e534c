import { listIds } from "../answers/list-ids.ts";
import { describeDifference, isSameIsland } from "../confine/second-renders.ts";
import { notTried } from "../confine/render-messages.ts";
import { explainAbsent } from "./explain-absent.ts";
import { explainThrown } from "./explain-thrown.ts";
import { isFoundAsNeed } from "./find-broken-needs.ts";
import { findHtmlProblems } from "./find-html-problems.ts";
import { findMessageLine, findQuoted } from "./find-message-line.ts";
import { findSourceLine } from "./find-source-line.ts";
import { findTextProblems, findUnfilled } from "./find-text-problems.ts";
import { budgets } from "./budgets.ts";
import { headKey } from "../src/islands/head-fragment.ts";
import type { PackageName } from "../src/names/package-name.ts";
import type { CheckedSet, Finding, Rendering, SetFinding } from "./release-check.ts";
import type { HtmlProblem } from "../answers/scan-html.ts";

/** A finding with details of the first place where it was found. */
type DetailedFinding = Finding & { detail?: () => string };

/** A rendering without an error. */
type Rendered = Rendering & { outcome: { ok: true } };

/** The islands that do not render, with the place in the sources where the error was thrown, if it is known. */
export function findRenderProblems(set: CheckedSet): SetFinding[] {
  const failed = new Set(set.renderings.filter(failsItself).map(({ owner }) => owner));
  return gather(set.renderings, (rendering) => {
    const { expose, owner, label, outcome } = rendering;
    // When the process of a release ended, report only the island that ended it.
    if (outcome.ok || (failed.has(owner) && !failsItself(rendering))) return [];
    const unknown = outcome.problem === `there is no expose ${expose}` && findUnknownExpose(rendering, set);
    if (unknown) return isFoundAsNeed(set, { owner, key: expose }) ? [] : [unknown];
    const { file, line, column } = outcome;
    const root = set.candidates.get(owner)?.sourceRoot;
    const absent = explainAbsent(outcome.problem, root, { file, line, column });
    const { problem, change, message } = absent ?? explainThrown(outcome.problem);
    const isOwners = label.startsWith(`${owner}@`);
    const whose = isOwners ? expose : `${owner}/${expose}`;
    const spoken = message && (message.isWritten ? findMessageLine(root, message.id) : findQuoted(root, message.id));
    // An error that React throws for an element has a place in React only, and a timeout has none: then the file of the expose is named.
    const isPlaced = file !== undefined && /^(?:src|server)\//.test(file);
    const place =
      spoken ?? (isPlaced ? { file, line, column } : { file: isOwners ? toSourceFile(rendering) : undefined });
    return [{ ...place, problem: `${whose} does not render: ${problem}`, change }];
  });
}

function failsItself({ outcome }: Rendering): boolean {
  return !outcome.ok && !outcome.problem.startsWith(notTried);
}

/** The finding for a render of an expose that its package does not have: the mistake is the reference to it, in another package. */
function findUnknownExpose({ owner, expose }: Rendering, { releases }: CheckedSet): Finding | undefined {
  const found = releases.get(owner);
  if (!found || expose === headKey || found.release.exposes.some(({ key }) => key === expose)) return undefined;
  const keys = found.release.exposes.map(({ key }) => key).toSorted();
  return {
    problem: `${found.label} has no expose ${expose}, which a place names; it has ${keys.join(", ") || "none"}.`,
    change: "Name an expose that is there, or publish a release that has it.",
  };
}

/** Pages without content. Other islands may be empty. */
export function findEmptyPages(set: CheckedSet): SetFinding[] {
  return gatherRendered(set, ({ expose, isPage, outcome }) =>
    isPage && outcome.island.html.trim() === "" ? [{ problem: `the page ${expose} is empty.` }] : [],
  );
}

/** Slots whose HTML is larger than {@link budgets.slotHtml}. */
export function findLargeSlots(set: CheckedSet): SetFinding[] {
  return gatherRendered(set, ({ expose, outcome }) => {
    const size = Buffer.byteLength(outcome.island.html);
    return size > budgets.slotHtml
      ? [{ problem: `${expose} renders ${size} bytes of HTML, the budget is ${budgets.slotHtml}.` }]
      : [];
  });
}

/** HTML that a server refuses, that the page's policy drops, that a browser repairs, or that refers to missing ids. */
export function findPolicyProblems(set: CheckedSet): SetFinding[] {
  const known = new Map<string, HtmlProblem[]>();
  const ids = new Map<string, ReadonlySet<string>>();
  return gatherRendered(set, ({ expose, owner, label, context, outcome: { island } }) => {
    const isInRelease = (id: string): boolean => {
      const found = ids.get(label) ?? listReleaseIds(set, label);
      ids.set(label, found);
      return found.has(id);
    };
    const { imageOrigin } = context.site;
    const key = `${imageOrigin} ${island.html}`;
    const problems = known.get(key) ?? findHtmlProblems(island.html, isInRelease, imageOrigin);
    known.set(key, problems);
    return problems.map(({ problem, at }) => ({
      problem: `${expose}: ${problem}`,
      detail: () => describePlace(island.html, at, set.candidates.get(owner)?.sourceRoot),
    }));
  });
}

/** The ids in all islands of a release. */
function listReleaseIds({ renderings }: CheckedSet, label: string): ReadonlySet<string> {
  const htmls = renderings.flatMap((one) => (one.label === label && isRendered(one) ? one.outcome.island.html : []));
  return new Set([...new Set(htmls)].flatMap(listIds));
}

/** Characters of HTML that are shown of the place where it is wrong. */
const shownCharacters = 80;

/** The position of a problem in some HTML, and the line of the sources that contains the texts around it. */
function describePlace(html: string, at: number, sourceRoot: string | undefined): string {
  const excerpt = html.slice(at, at + shownCharacters);
  const found = sourceRoot === undefined ? undefined : findSourceLine(sourceRoot, excerpt);
  return ` At character ${at + 1} of its HTML: ${JSON.stringify(excerpt)}${found ? `; a search for its texts finds ${found.file}:${found.line}.` : "."}`;
}

/** Ids of messages, placeholders and values such as `undefined` in texts that visitors read. */
export function findUnsaid(set: CheckedSet): SetFinding[] {
  const known = new Map<string, string[]>();
  return gatherRendered(set, ({ owner, expose, outcome: { island } }) => {
    const { html, head } = island;
    const ids = listMessageIds(set, owner);
    const inHtml = known.get(`${owner} ${html}`) ?? findTextProblems(html, ids);
    known.set(`${owner} ${html}`, inHtml);
    const inHead = head ? findUnfilled([head.title, head.description, head.heading ?? head.title], ids) : [];
    return [...inHtml, ...inHead].map((problem) => ({ problem: `${expose}: ${problem}` }));
  });
}

function listMessageIds({ candidates }: CheckedSet, owner: PackageName): string[] {
  const description = candidates.get(owner)?.description;
  return description?.ok ? Object.values(description.messages).flat() : [];
}

/** Pages without a title or a description. */
export function findHeadless(set: CheckedSet): SetFinding[] {
  return gatherRendered(set, ({ expose, isPage, outcome: { island } }) => {
    if (!isPage) return [];
    if (!island.head) return [{ problem: `the page ${expose} has no head.` }];
    const { title, description, heading = title } = island.head;
    return [title, description, heading].some((text) => text.trim() === "")
      ? [{ problem: `a text of the head of ${expose} is empty.` }]
      : [];
  });
}

/** Islands whose second render, or render in a browser, differs: hydration would not match the server's HTML. Quotes the difference on the first page. */
export function findUnstable(set: CheckedSet): SetFinding[] {
  return gatherRendered(set, ({ expose, owner, outcome: { island, again, inBrowser } }) => {
    if (again !== undefined && !isSameIsland(island, again))
      return [
        {
          problem: `${expose} renders something else the second time, with the clock at another moment, in another time zone and with another default language.`,
          detail: () => ` ${describeDifference(island, again)}`,
        },
      ];
    if (inBrowser === undefined || inBrowser.html === island.html || !isHydrated(set, owner, expose)) return [];
    return [
      {
        problem: `${expose} renders something else where there is a window, a document or another name that only browsers have: when it is hydrated, visitors see it rendered anew, or keep attributes that are wrong.`,
        change:
          "Render in the browser what the server renders, and change it once the island is hydrated: in an effect, or by useSyncExternalStore with a snapshot for the server.",
        detail: () => ` ${describeDifference(island, inBrowser)}`,
      },
    ];
  });
}

/** Whether an island is ever rendered in browsers. */
function isHydrated({ candidates }: CheckedSet, owner: PackageName, expose: string): boolean {
  const description = candidates.get(owner)?.description;
  return (
    description?.ok === true && description.islands.some(({ key, hydrate }) => key === expose && hydrate !== "never")
  );
}

/** Head fragments that request third parties that their manifest does not name. */
export function findHeadFragmentProblems(set: CheckedSet): SetFinding[] {
  return gatherRendered(set, ({ owner, expose, outcome: { island } }) => {
    const named = set.releases.get(owner)?.release.head?.vendors;
    if (expose !== headKey || !island.headFragment) return [];
    return island.headFragment.vendors
      .filter((vendor) => !named?.includes(vendor))
      .map((vendor) => ({ problem: `the head fragment asks for ${vendor}, which the manifest does not name.` }));
  });
}

function gatherRendered({ renderings }: CheckedSet, find: (rendering: Rendered) => DetailedFinding[]): SetFinding[] {
  return gather(renderings, (rendering) =>
    isRendered(rendering) ? find(rendering).map((finding) => ({ file: toSourceFile(rendering), ...finding })) : [],
  );
}

function isRendered(rendering: Rendering): rendering is Rendered {
  return rendering.outcome.ok;
}

/** Where an island is defined, in the sources of its package. */
function toSourceFile({ expose }: Rendering): string {
  return expose === headKey ? "src/exposes/head.ts" : `src/exposes/${expose}.tsx`;
}

/** One finding for each problem: it names the first page, and counts the others. */
function gather(renderings: readonly Rendering[], find: (rendering: Rendering) => DetailedFinding[]): SetFinding[] {
  const found = new Map<string, { finding: SetFinding; detail: DetailedFinding["detail"]; places: string[] }>();
  for (const rendering of renderings) {
    for (const { detail, ...finding } of find(rendering)) {
      const key = [rendering.label, finding.file, finding.line, finding.problem].join(" ");
      const entry = found.get(key) ?? { finding: { release: rendering.label, ...finding }, detail, places: [] };
      entry.places.push(rendering.where);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ finding, detail, places }) => {
    const [first = "", ...{ length: others }] = new Set(places);
    const more = others === 0 ? "" : `, and on ${others} other page variant${others === 1 ? "" : "s"}`;
    return {
      ...finding,
      problem: `${finding.problem} (on ${first}${more})${detail?.() ?? ""}`,
    };
  });
}
