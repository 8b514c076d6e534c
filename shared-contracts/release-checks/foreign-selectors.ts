import { parse, type Root, type Rule } from "postcss";
import selectorParser from "postcss-selector-parser";
import type { PackageName } from "../src/names/package-name.ts";

/** Whose classes a sheet may name, and whose it may not. */
interface Owners {
  name: PackageName;
  others: readonly PackageName[];
}

/** A selector that reaches outside of its remote, and where it stands, counted from 1. */
export interface ForeignSelector {
  selector: string;
  line: number | undefined;
  column: number | undefined;
}

/**
 * The selectors of a remote's CSS that reach outside its own class names, each of which starts with its name: those
 * that need no class of its own to match, and those that name another package's.
 * @param others the packages it stands beside; its own name among them means nothing
 * @throws CssSyntaxError for what is no CSS
 */
export function findForeignSelectors(css: string, name: PackageName, others: Iterable<PackageName>): string[] {
  return listForeignSelectors(parse(css), name, others).map(({ selector }) => selector);
}

/** {@link findForeignSelectors} of a sheet that is parsed already, with their places. */
export function listForeignSelectors(sheet: Root, name: PackageName, others: Iterable<PackageName>): ForeignSelector[] {
  const foreign: ForeignSelector[] = [];
  const owners = { name, others: [...others].filter((other) => other !== name) };
  sheet.walkRules((rule) => {
    if (isStep(rule)) return;
    const isNested = hasRuleAbove(rule);
    const start = rule.source?.start;
    for (const selector of rule.selectors) {
      const isKept = isNested && !namesRuleAbove(selector);
      if (namesAnother(selector, owners) || (!isKept && !needsOwnClass(selector, owners, isNested)))
        foreign.push({ selector, line: start?.line, column: start?.column });
    }
  });
  return foreign;
}

/** A step of an animation is no selector. */
function isStep({ parent }: Rule): boolean {
  return parent?.type === "atrule" && "name" in parent && String(parent.name).endsWith("keyframes");
}

/** What stands inside a rule is about what that rule is about, through any condition between them. */
function hasRuleAbove(rule: Rule): boolean {
  let above: { type: string; parent: unknown } | undefined = toNode(rule.parent);
  while (above && above.type !== "rule") above = toNode(above.parent);
  return above !== undefined;
}

function toNode(value: unknown): { type: string; parent: unknown } | undefined {
  if (typeof value !== "object" || value === null || !("type" in value) || typeof value.type !== "string")
    return undefined;
  return { type: value.type, parent: "parent" in value ? value.parent : undefined };
}

/** Whether `&` stands in it. A nested selector without one is about descendants of what the rule above is about. */
function namesRuleAbove(selector: string): boolean {
  let found = false;
  selectorParser((root) => {
    root.walkNesting(() => {
      found = true;
    });
  }).processSync(selector);
  return found;
}

/**
 * Whether nothing matches the selector without a class of its own somewhere: not in a condition such as `:not()`.
 * @param isNested whether `&` stands for a rule above, which has such a class
 */
function needsOwnClass(selector: string, owners: Owners, isNested: boolean): boolean {
  return selectorParser()
    .astSync(selector)
    .nodes.every((one) => isBound(one, owners, isNested));
}

/** `:is()` and `:where()` bind when each of what they allow does. */
function isBound({ nodes }: selectorParser.Selector, owners: Owners, isNested: boolean): boolean {
  return nodes.some((node) => {
    if (node.type === "nesting") return isNested;
    if (node.type === "class") return findOwner(node.value, owners) === owners.name;
    return (
      node.type === "pseudo" &&
      [":is", ":where"].includes(node.value) &&
      node.nodes.length > 0 &&
      node.nodes.every((one) => isBound(one, owners, isNested))
    );
  });
}

function namesAnother(selector: string, owners: Owners): boolean {
  let found = false;
  selectorParser((root) => {
    root.walkClasses(({ value }) => {
      found ||= ![owners.name, undefined].includes(findOwner(value, owners));
    });
  }).processSync(selector);
  return found;
}

/** The package whose name a class starts with: the longest, so that `support-chat-a` is not of a package `support`. */
function findOwner(value: string, { name, others }: Owners): PackageName | undefined {
  return [name, ...others].filter((one) => value.startsWith(`${one}-`)).toSorted((a, b) => b.length - a.length)[0];
}
