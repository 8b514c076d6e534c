import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { contentKeys } from "./few-pages.ts";
import { type FixtureOptions, listExposeKeys, toServerSource } from "./fixture-release.ts";
import type { CheckedSetScene } from "./use-checked-set.ts";

/** What one island answers, and code that its server file runs in front of it when it is loaded. */
export interface IslandSource {
  before?: string;
  /** An expression, in which `key` is the name that the island has. */
  answer: string;
  hydrate?: "never";
}

/** The name that an island had, and the problems that name it or its file. */
export interface CheckedIsland {
  key: string;
  problems: ReleaseProblem[];
}

/** @throws for an island that was not checked */
export type FindIsland = (source: IslandSource) => CheckedIsland;

/**
 * Checks islands of content for all sites, as many in one release as there are pages of it: each check starts a process. The set's shell has these pages
 * (`contentPages`).
 * @throws when a problem is of no island that has a source
 */
export async function checkEach(
  scene: Pick<CheckedSetScene, "check" | "sites">,
  sources: readonly IslandSource[],
): Promise<FindIsland> {
  const found = new Map<IslandSource, CheckedIsland>();
  for (let from = 0; from < sources.length; from += contentKeys.length) {
    const asked = new Map(sources.slice(from, from + contentKeys.length).map(toAsked));
    const problems = await scene.check("content", toRelease(asked), { at: scene.sites });
    for (const [key, source] of asked) found.set(source, { key, problems: problems.filter((one) => isOf(one, key)) });
    const foreign = problems.filter((one) => ![...asked.keys()].some((key) => isOf(one, key)));
    if (foreign.length > 0) throw new Error(`Problems of other islands: ${JSON.stringify(foreign)}`);
  }
  return (source) => {
    const one = found.get(source);
    if (!one) throw new Error(`It was not checked: ${source.answer}`);
    return one;
  };
}

function toAsked(source: IslandSource, index: number): [key: string, source: IslandSource] {
  const key = contentKeys[index];
  if (key === undefined) throw new Error(`content has ${contentKeys.length} pages`);
  return [key, source];
}

function toRelease(asked: ReadonlyMap<string, IslandSource>): FixtureOptions {
  const answers = [...asked].map(
    ([key, { before = "", answer }]) => `"${key}": (() => { ${before}; return (key) => (${answer}); })()`,
  );
  return {
    server: `const answers = { ${answers.join(", ")} };${toServerSource("content", "if (answers[key]) return answers[key](key);")}`,
    exposes: listExposeKeys("content").map((key) => {
      const hydrate = asked.get(key)?.hydrate;
      return { key, ...(hydrate && { hydrate }) };
    }),
  };
}

function isOf({ file, problem }: ReleaseProblem, key: string): boolean {
  return file === `src/exposes/${key}.tsx` || problem.startsWith(`${key} `);
}
