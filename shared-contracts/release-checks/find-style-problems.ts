import { type AtRule, type ChildNode, CssSyntaxError, type Declaration, type Node, parse, type Root } from "postcss";
import { listForeignSelectors } from "./foreign-selectors.ts";
import { findMisreadStyles } from "./find-misread-styles.ts";
import type { PackageName } from "../src/names/package-name.ts";
import type { Finding } from "./release-check.ts";
import { toPosition } from "./to-position.ts";

/** The advice for a finding, where it differs from that of the check. */
const advice = {
  selector: "Name a class of this CSS Module in it, outside of `:global`, and none of another package.",
  address: "Name it by a path of this site, as /assets/felt.webp.",
  embedded: "Use a font of the site, var(--font), or name a picture by a path of this site, as /assets/felt.webp.",
  animation: "Write its name without `:global`: the build gives it the prefix.",
  named: "Give it that name.",
  document: "Leave it out: only the shell styles the whole document.",
  imported: "Write the rules in a style sheet of the package, and import that in code.",
  unknown: "Write the declarations that it stands for: the build reads CSS alone.",
  bare: "Write a selector around it, or leave it out.",
  nested: "Leave the layer out: the build puts the sheet into the one of remotes.",
};

/** At-rules of other style languages, which browsers would leave out. */
const unknown = new Set([
  "apply",
  "config",
  "extend",
  "each",
  "for",
  "if",
  "else",
  "include",
  "mixin",
  "plugin",
  "screen",
  "source",
  "tailwind",
  "theme",
  "use",
  "utility",
  "variant",
]);

/** At-rules that affect only the rules inside of them, and so cannot affect other packages. */
const conditions = new Set(["container", "media", "starting-style", "supports"]);

/**
 * Parts of a remote's style sheet that could affect more than the remote's own regions: rules outside of `@layer remote`,
 * selectors without a class of the remote, at-rules for the whole document, addresses on other origins.
 * @param others the other packages of the set
 */
export function findStyleProblems(css: string, name: PackageName, others: Iterable<PackageName>): Finding[] {
  return [...findMarkup(css), ...findMisreadStyles(css), ...findSheetProblems(css, name, others)];
}

/** The text is written unescaped into the document's `<style>`, so it must not contain HTML that ends the element. */
function findMarkup(css: string): Finding[] {
  return [...css.matchAll(/<\/style|<!--|-->/gi)].map((match) => ({
    ...toPosition(css, match.index),
    problem: `${match[0]} ends or hides a style element when the sheet is written into a page.`,
  }));
}

function findSheetProblems(css: string, name: PackageName, others: Iterable<PackageName>): Finding[] {
  let sheet: Root;
  try {
    sheet = parse(css);
  } catch (error) {
    if (error instanceof CssSyntaxError)
      return [{ line: error.line, column: error.column, problem: `it is no CSS: ${error.reason}.` }];
    throw error;
  }
  return [...sheet.nodes.flatMap(findLayerProblems), ...findRuleProblems(sheet, name, others)];
}

/** Rules in the remotes' layer that match elements outside of the remote. */
export function findRuleProblems(sheet: Root, name: PackageName, others: Iterable<PackageName>): Finding[] {
  const problems: Finding[] = [];
  sheet.walkAtRules((rule) => {
    problems.push(...findAtRuleProblems(rule, name));
    if (hasForeignAddress(rule.params))
      problems.push(
        at(rule, `@${rule.name} ${shorten(rule.params)} names an address that is not on this origin.`, advice.address),
      );
  });
  sheet.walkDecls((declaration) => {
    if (isBare(declaration))
      problems.push(
        at(declaration, `${declaration.prop} stands outside of a rule, where browsers read rules alone.`, advice.bare),
      );
    if (embedded.test(declaration.value))
      problems.push(
        at(
          declaration,
          `${declaration.prop}: ${shorten(declaration.value)} has a picture or a font in the sheet's own text, which the content security policy of pages drops.`,
          advice.embedded,
        ),
      );
    else if (hasForeignAddress(declaration.value))
      problems.push(
        at(
          declaration,
          `${declaration.prop}: ${shorten(declaration.value)} names an address that is not on this origin.`,
          advice.address,
        ),
      );
    else if (relativeAddress.test(declaration.value))
      problems.push(
        at(
          declaration,
          `${declaration.prop}: ${shorten(declaration.value)} names a file beside the sheet, and a release has none.`,
          advice.address,
        ),
      );
  });
  for (const { selector, ...place } of listForeignSelectors(sheet, name, others))
    problems.push({
      ...place,
      problem: `the selector ${shorten(selector)} reaches outside the remote's own class names, ${name}-….`,
      change: advice.selector,
    });
  return problems;
}

/** Nothing but blocks of the remotes' layer stands at the top: anywhere else a rule could outrank the shell's. */
function findLayerProblems(node: ChildNode): Finding[] {
  if (node.type === "comment") return [];
  if (node.type === "atrule" && node.name.toLowerCase() === "layer" && node.params.trim() === "remote" && node.nodes)
    return [];
  return [at(node, `${describe(node)} stands outside of @layer remote.`)];
}

function findAtRuleProblems(rule: AtRule, name: PackageName): Finding[] {
  const kind = rule.name.toLowerCase().replace(/^-[a-z]+-/, "");
  if (conditions.has(kind)) return [];
  // The layers at the top were looked at; one further down makes another order of its own.
  if (kind === "layer")
    return rule.parent?.type === "root"
      ? []
      : [at(rule, `@layer ${shorten(rule.params)} stands inside of another rule.`, advice.nested)];
  if (kind === "keyframes")
    return hasPrefix(unquote(rule.params), `${name}-`)
      ? []
      : [
          at(
            rule,
            `the animation ${shorten(rule.params)} has a name of the whole document, expected ${name}-….`,
            advice.animation,
          ),
        ];
  if (kind === "property")
    return hasPrefix(rule.params.trim(), `--${name}-`)
      ? []
      : [
          at(
            rule,
            `@property ${shorten(rule.params)} is registered for the whole document, expected --${name}-….`,
            advice.named,
          ),
        ];
  if (kind === "font-face") return findFontProblems(rule, name);
  const written = `@${rule.name} ${shorten(rule.params)}`.trim();
  if (unknown.has(kind)) return [at(rule, `${written} is no rule of CSS.`, advice.unknown)];
  return [at(rule, `${written} holds for the whole document.`, kind === "import" ? advice.imported : advice.document)];
}

function findFontProblems(rule: AtRule, name: PackageName): Finding[] {
  const families: string[] = [];
  rule.walkDecls(/^font-family$/i, ({ value }) => void families.push(unquote(value)));
  return families.length === 1 && families.every((family) => hasPrefix(family, `${name}-`))
    ? []
    : [
        at(
          rule,
          `@font-face declares ${families.join(", ") || "no family"} for the whole document, expected ${name}-….`,
          advice.named,
        ),
      ];
}

/** Whether a declaration stands outside of every rule, in at-rules only. Browsers parse a rule there, and the checks would parse it as the value. */
function isBare({ parent }: Declaration): boolean {
  let above: Node | undefined = parent;
  while (above?.type === "atrule" && "name" in above && isTransparent(String(above.name))) above = above.parent;
  return above?.type === "root";
}

function isTransparent(name: string): boolean {
  return conditions.has(name.toLowerCase()) || name.toLowerCase() === "layer";
}

/** A picture or a font as data: pages allow those of this site, which have an address. */
const embedded = /(?:url\(|image-set\((?:[^;]*,)?)\s*["']?data:(?:image|font|application)\//i;

/** A relative address. Sheets are inlined in pages at different addresses, so a path has to begin at the site's root. Embedded data and `#` are no paths. */
const relativeAddress = /url\(\s*["']?(?!data:|[#/"')\s])|image-set\((?:[^;]*,)?\s*["'](?!data:|[#/"'])/i;

/** Normalizes an address as browsers do: resolves escapes and drops control characters. */
function hasForeignAddress(value: string): boolean {
  const read = unescape(value);
  return /\/\/|\\|(?:https?|ftp|file|blob|javascript|data):/i.test(read);
}

function unescape(text: string): string {
  const plain = text.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_whole, hex?: string, character?: string) => {
    if (hex === undefined) return character ?? "";
    const code = Number.parseInt(hex, 16);
    return code > 0x10ffff ? "" : String.fromCodePoint(code);
  });
  return [...plain].filter((character) => character >= " ").join("");
}

function hasPrefix(value: string, prefix: string): boolean {
  return value.length > prefix.length && value.startsWith(prefix);
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, "$2");
}

function describe(node: ChildNode): string {
  if (node.type === "atrule") return `@${node.name} ${shorten(node.params)}`.trim();
  return node.type === "rule" ? shorten(node.selector) : shorten(String(node));
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function at(node: ChildNode, problem: string, change?: string): Finding {
  const { line, column } = node.source?.start ?? {};
  return { line, column, problem, ...(change === undefined ? {} : { change }) };
}
