import { parse, type Rule } from "postcss";
import type { PackageName } from "@site/contracts/package-name";

/**
 * Finds a selector that reaches outside a remote's own class names: one without any class of its own, or one that
 * reaches into another package's. Every class of a remote starts with its name.
 */
export function findForeignSelector(css: string, name: PackageName): string | undefined {
  let found: string | undefined;
  parse(css).walkRules((rule) => {
    if (found !== undefined || isKeyframe(rule)) return;
    found = rule.selectors.find((selector) => !isOwn(selector, name, rule));
  });
  return found;
}

function isOwn(selector: string, name: PackageName, rule: Rule): boolean {
  // A nested rule stands inside one that was checked.
  if (selector.includes("&") || rule.parent?.type === "rule") return true;
  return [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].some(([, className = ""]) => className.startsWith(`${name}-`));
}

function isKeyframe(rule: Rule): boolean {
  return rule.parent?.type === "atrule" && "name" in rule.parent && String(rule.parent.name).endsWith("keyframes");
}
