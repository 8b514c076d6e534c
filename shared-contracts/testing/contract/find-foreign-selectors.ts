import { parse, type Rule } from "postcss";
import type { PackageName } from "../../src/package-name.ts";

/** The selectors of a remote's CSS that reach outside its own class names, each of which starts with its name. */
export function findForeignSelectors(css: string, name: PackageName): string[] {
  const foreign: string[] = [];
  parse(css).walkRules((rule) => {
    if (!isNested(rule)) foreign.push(...rule.selectors.filter((selector) => !isOwn(selector, name)));
  });
  return foreign;
}

/** Steps of an animation are no selectors, and a rule inside another stands inside one that is checked. */
function isNested({ parent }: Rule): boolean {
  return parent?.type === "rule" || (parent?.type === "atrule" && "name" in parent && String(parent.name).endsWith("keyframes"));
}

function isOwn(selector: string, name: PackageName): boolean {
  return [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].some(([, className = ""]) => className.startsWith(`${name}-`));
}
