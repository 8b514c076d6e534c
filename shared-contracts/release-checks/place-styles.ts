import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AtRule, CssSyntaxError, parse, type Root, root as createRoot } from "postcss";
import selectorParser from "postcss-selector-parser";
import type { PackageName } from "../src/names/package-name.ts";
import { findRuleProblems } from "./find-style-problems.ts";
import type { Finding } from "./release-check.ts";

/** A package whose sources are on this machine. */
export interface StyledSources {
  sourceRoot: string;
  name: PackageName;
  others: Iterable<PackageName>;
}

/**
 * Names findings in the style sheets of a release at the places in the sources that they come from: a release's sheets are one line each, with a hash in
 * their names. The sheets of the sources are checked as they will be in the release, and what is found there is the same. A finding that is found in no source
 * keeps its place.
 */
export function placeStyles(findings: readonly Finding[], sources: StyledSources): Finding[] {
  if (findings.length === 0) return [];
  const inSources = new Map<string, Finding>();
  for (const one of globSync("src/**/*.css", { cwd: sources.sourceRoot }).toSorted())
    for (const finding of findInSource(one, sources)) {
      const key = toKey(finding.problem, sources.name);
      if (!inSources.has(key)) inSources.set(key, finding);
    }
  const placed = findings.map((finding) => ({
    ...finding,
    ...inSources.get(toKey(finding.problem, sources.name)),
  }));
  // A rule that several islands use is in several sheets.
  return [...new Map(placed.map((finding) => [JSON.stringify(finding), finding])).values()];
}

function findInSource(file: string, { sourceRoot, name, others }: StyledSources): Finding[] {
  try {
    const sheet = parse(readFileSync(join(sourceRoot, file), "utf8"));
    return findRuleProblems(toReleased(sheet, name), name, others).map((finding) => ({ ...finding, file }));
  } catch (error) {
    if (error instanceof CssSyntaxError) return [];
    throw error;
  }
}

/** A sheet with its classes and animations as in a release, inside of the layer that the build puts around it. Each rule keeps its place. */
function toReleased(sheet: Root, name: PackageName): Root {
  sheet.walkRules((rule) => {
    if (rule.selector.startsWith(":export") || rule.selector.startsWith(":import")) rule.remove();
    else rule.selector = toReleasedSelector(rule.selector, name);
  });
  sheet.walkAtRules(/keyframes$/i, (rule) => {
    rule.params = /^:global\((.+)\)$/.exec(rule.params)?.[1] ?? `${name}-${rule.params}`;
  });
  return createRoot({ nodes: [new AtRule({ name: "layer", params: "remote", nodes: sheet.nodes })] });
}

/** Puts the package's name before classes, and takes away `:global` and `:local` with what they mean. */
function toReleasedSelector(selector: string, name: PackageName): string {
  return selectorParser((all) => {
    all.walkClasses((node) => {
      if (!isGlobal(node)) node.value = `${name}-${node.value}`;
    });
    all.walkPseudos((node) => {
      if (node.value !== ":global" && node.value !== ":local") return;
      const inner = node.nodes.map(String).join(",");
      if (inner === "") node.remove();
      else node.replaceWith(selectorParser.string({ value: inner }));
    });
  })
    .processSync(selector)
    .trim();
}

/** Whether a class stands in `:global()`, or behind a `:global` without brackets. */
function isGlobal(node: Pick<selectorParser.Node, "parent">): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (parent.type === "pseudo" && parent.value === ":global") return true;
  const before = parent.nodes.slice(
    0,
    Math.max(
      0,
      parent.nodes.findIndex((one) => one === node),
    ),
  );
  const mode = before.findLast(
    (one) => one.type === "pseudo" && one.nodes.length === 0 && [":global", ":local"].includes(one.value),
  );
  return mode ? mode.value === ":global" : isGlobal(parent);
}

/** The same in every way of writing it: a release has no spaces that CSS does not need, and its own names have hashes. */
function toKey(problem: string, name: PackageName): string {
  return problem
    .replaceAll(new RegExp(String.raw`\b${name}-[\w-]*`, "g"), name)
    .replaceAll(/[\s"']/g, "")
    .toLowerCase();
}
