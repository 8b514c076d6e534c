import { parse, type Root, type Rule } from "postcss";
import selectorParser from "postcss-selector-parser";
import type { PackageName } from "../src/names/package-name.ts";

/** The package of a sheet, and the packages whose classes it may not name. */
interface Owners {
  name: PackageName;
  others: readonly PackageName[];
}

/** A selector that matches elements outside of its remote, and its position, counted from 1. */
export interface ForeignSelector {
  selector: string;
  line: number | undefined;
  column: number | undefined;
}

/**
 * The selectors of a remote's CSS that match outside of its own classes, each of which starts with its name: selectors
 * without a class of the remote, and those that name a class of another package.
 * @param others the other packages of the set; the remote's own name among them is ignored
 * @throws CssSyntaxError for a text that is not CSS
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

/** Whether a rule is nested in another one, through any at-rules between them. */
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

/** Whether a selector contains `&`. A nested selector without it matches descendants of the outer rule's elements. */
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
 * Whether a selector requires a class of the remote, outside of conditions such as `:not()`.
 * @param isNested whether `&` refers to an outer rule, which requires such a class
 */
function needsOwnClass(selector: string, owners: Owners, isNested: boolean): boolean {
  return selectorParser()
    .astSync(selector)
    .nodes.every((one) => isBound(one, owners, isNested));
}

/** `:is()` and `:where()` require a class when each of their selectors does. */
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
