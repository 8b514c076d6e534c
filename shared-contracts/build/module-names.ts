import { parse } from "postcss";
import selectorParser from "postcss-selector-parser";

/** At-rules whose names a CSS Module exports, as it does its classes: animations and values. */
const naming = /^(?:-[a-z]+-)?keyframes$|^value$/i;

/**
 * The names that a CSS Module exports.
 * @throws CssSyntaxError of postcss
 */
export function listModuleNames(css: string): Set<string> {
  const names = new Set<string>();
  const sheet = parse(css);
  sheet.walkRules((rule) => {
    if (rule.selector === ":export") rule.walkDecls(({ prop }) => void names.add(prop));
    if (rule.parent?.type === "atrule" && "name" in rule.parent && /keyframes$/i.test(String(rule.parent.name))) return;
    selectorParser((root) => {
      root.walk((node) => {
        if ((node.type === "class" || node.type === "id") && !isGlobal(node)) names.add(node.value);
      });
    }).processSync(rule.selector);
  });
  sheet.walkAtRules(naming, ({ params }) => void names.add(params.split(/[\s:]/)[0] ?? ""));
  return names;
}

/** Whether a node is inside of `:global()`, at any depth. */
function isGlobal({ parent }: Pick<selectorParser.Node, "parent">): boolean {
  if (!parent) return false;
  return (parent.type === "pseudo" && parent.value === ":global") || isGlobal(parent);
}
