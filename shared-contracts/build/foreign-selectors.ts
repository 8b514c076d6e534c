import { parse, type Rule } from "postcss";
import selectorParser from "postcss-selector-parser";
import { type PackageName, packageNames } from "../src/package-name.ts";

/**
 * The selectors of a remote's CSS that reach outside its own class names, each of which starts with its name: those
 * that need no class of its own to match, and those that name another package's.
 * @throws CssSyntaxError for what is no CSS
 */
export function findForeignSelectors(css: string, name: PackageName): string[] {
  const foreign: string[] = [];
  parse(css).walkRules((rule) => {
    if (isStep(rule)) return;
    const isNested = hasRuleAbove(rule);
    foreign.push(...rule.selectors.filter((selector) => namesAnother(selector, name) || (!isNested && !needsOwnClass(selector, name))));
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
  if (typeof value !== "object" || value === null || !("type" in value) || typeof value.type !== "string") return undefined;
  return { type: value.type, parent: "parent" in value ? value.parent : undefined };
}

/** Whether nothing matches the selector without a class of its own somewhere: not in a condition such as `:not()`. */
function needsOwnClass(selector: string, name: PackageName): boolean {
  return selectorParser().astSync(selector).nodes.every((one) => isBound(one, name));
}

/** `:is()` and `:where()` bind when each of what they allow does. */
function isBound({ nodes }: selectorParser.Selector, name: PackageName): boolean {
  return nodes.some((node) => {
    if (node.type === "class") return node.value.startsWith(`${name}-`);
    return node.type === "pseudo" && [":is", ":where"].includes(node.value) && node.nodes.length > 0 && node.nodes.every((one) => isBound(one, name));
  });
}

function namesAnother(selector: string, name: PackageName): boolean {
  const others = packageNames.filter((other) => other !== name).map((other) => `${other}-`);
  let found = false;
  selectorParser((root) => {
    root.walkClasses(({ value }) => {
      found ||= !value.startsWith(`${name}-`) && others.some((other) => value.startsWith(other));
    });
  }).processSync(selector);
  return found;
}
