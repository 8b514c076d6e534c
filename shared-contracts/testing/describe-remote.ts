import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { defineRemote } from "../build/define-remote.ts";
import { findExposes } from "../build/generate-entries.ts";
import { toIntegrity } from "../src/integrity.ts";
import type { IslandContext } from "../src/island.ts";
import type { PackageName } from "../src/package-name.ts";
import type { IslandName } from "../src/remote.ts";
import { contractVersion } from "../src/share-scope.ts";
import { type BuiltRemote, loadBuiltRemote } from "./built-remote.ts";
import { findBudgetProblems } from "./contract/find-budget-problems.ts";
import { findLeaks, findLibraryCopies, refersToSourceMap } from "./contract/find-bundle-problems.ts";
import { findDescriptionDifferences } from "./contract/find-description-differences.ts";
import { findForeignSelectors } from "../build/foreign-selectors.ts";
import { packageNames } from "../build/workspace-packages.ts";
import { findHeadProblems } from "./contract/find-head-problems.ts";
import { findHtmlProblems } from "./contract/find-html-problems.ts";
import { findMessageDifferences } from "./contract/find-message-differences.ts";
import { findTextProblems, findUnfilled } from "./contract/find-text-problems.ts";
import { listRenders, type Render } from "./contract/list-renders.ts";
import { isPageIsland } from "./fake-pages.ts";

const workspaceRoot = join(import.meta.dirname, "../..");

/**
 * What every remote promises the shell, checked on the release its build makes. Whatever passes here, the gate admits;
 * that islands come alive over their HTML is checked in a browser (`workbench/hydrate-remotes.e2e.test.ts`).
 */
export function describeRemote(name: PackageName): void {
  describe(`The remote ${name}`, () => {
    let remote: BuiltRemote;
    beforeAll(async () => {
      remote = await loadBuiltRemote(name);
    }, 60_000);

    /** Asks for every file of a kind and gathers what is wrong with each. */
    const checkFiles = (pattern: RegExp, find: (text: string) => readonly string[]): string[] =>
      [...remote.files].flatMap(([file, bytes]) => (pattern.test(file) ? find(bytes.toString("utf8")).map((problem) => `${file}: ${problem}`) : []));

    test("is a release whose document names every file by its hash.", () => {
      const { release, files } = remote;
      expect(release.name).toBe(name);
      expect(release.contract).toBe(contractVersion);
      for (const [file, bytes] of files) expect(release.files[file]?.integrity, file).toBe(toIntegrity(bytes));
    });

    test("is as large as a first click can afford.", () => {
      expect(findBudgetProblems(remote.release)).toEqual([]);
    });

    test("says the same of its islands in its document and on the server.", () => {
      expect(findDescriptionDifferences(remote.release, remote.entry.describe())).toEqual([]);
    });

    test("styles nothing but its own.", () => {
      expect(checkFiles(/\.css$/, (css) => findForeignSelectors(css, name, packageNames))).toEqual([]);
    });

    test("takes React and the other shared libraries from the shell.", () => {
      expect(checkFiles(/^browser\/.*\.js$/, findLibraryCopies)).toEqual([]);
    });

    test("gives away no key, no source map and no path of the machine it was built on.", () => {
      expect([...remote.files.keys()].filter((file) => file.endsWith(".map"))).toEqual([]);
      expect(checkFiles(/^browser\/.*\.(js|css)$/, (text) => (refersToSourceMap(text) ? ["it refers to a source map"] : []))).toEqual([]);
      expect(checkFiles(/\.(js|cjs|css|json|svg)$/, (text) => findLeaks(text, workspaceRoot))).toEqual([]);
    });

    test("says everything in every language it speaks.", () => {
      expect(findMessageDifferences(remote.messages)).toEqual([]);
    });

    test("asks of each page, by its head fragment, for plain data and for third parties that its document names.", () => {
      expect(findHeadProblems(remote.release, remote.entry)).toEqual([]);
    });

    for (const key of findExposes(defineRemote({ name }).root)) {
      describe(`its island ${key}`, () => describeIsland(name, key, () => remote));
    }
  });
}

function describeIsland(name: PackageName, key: string, remote: () => BuiltRemote): void {
  const island: IslandName = `${name}/${key}`;
  const id = island;

  /** Renders the island in every way it can be asked to and gathers what is wrong with each. */
  const checkRenders = (find: (html: string, render: Render) => readonly string[]): string[] => {
    const { entry } = remote();
    const descriptor = entry.describe().find((one) => one.key === key);
    if (!descriptor) return [`${key} is not in the release`];
    const problems = listRenders(island, descriptor).flatMap((render) =>
      find(entry.render(key, id, render.context).html, render).map((problem) => `${problem} (${render.title})`),
    );
    return [...new Set(problems)];
  };

  test("renders on every page it can stand on, for every country rule.", () => {
    const empty: string[] = [];
    checkRenders((html, { title }) => {
      if (html === "") empty.push(title);
      return [];
    });
    if (isPageIsland(island)) expect(empty).toEqual([]);
  });

  test("renders complete HTML that the page's policy lets stand and no browser repairs.", () => {
    expect(checkRenders(findHtmlProblems)).toEqual([]);
  });

  test("shows texts, never the names of texts.", () => {
    const ids = Object.values(remote().messages).flatMap(Object.keys);
    expect(checkRenders((html) => findTextProblems(html, ids))).toEqual([]);
  });

  test("renders the same HTML again for the same page.", () => {
    const { entry } = remote();
    expect(checkRenders((html, { context }) => (entry.render(key, id, context).html === html ? [] : ["differs the second time"]))).toEqual([]);
  });

  test("needs no more than plain data to render.", () => {
    const { entry } = remote();
    expect(checkRenders((html, { context }) => (entry.render(key, id, toCopy(context)).html === html ? [] : ["differs for a copy of its context"]))).toEqual([]);
  });

  if (!isPageIsland(island)) return;
  test("gives its page a title and a description.", () => {
    const { entry, messages } = remote();
    const ids = Object.values(messages).flatMap(Object.keys);
    const problems = checkRenders((_html, { context }) => {
      const head = entry.render(key, id, context).head;
      if (!head) return ["there is no head"];
      const texts = [head.title, head.description, head.heading ?? head.title];
      return [...(texts.some((text) => text.trim() === "") ? ["a text of the head is empty"] : []), ...findUnfilled(texts, ids)];
    });
    expect(problems).toEqual([]);
  });
}

/** What a render process receives: the same, through JSON. */
function toCopy(context: IslandContext): IslandContext {
  return JSON.parse(JSON.stringify(context));
}
