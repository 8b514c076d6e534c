import { type Argument, type Expression, type Program, Visitor } from "oxc-parser";
import type { MistakeAt } from "./find-import-mistakes.ts";
import { listBound } from "./find-missing-classes.ts";

/** Properties whose text browsers parse as HTML. */
const htmlProperties = ["innerHTML", "outerHTML", "srcdoc"];

/** The pages that refuse assigned HTML. Pages with vendors allow it, because the scripts of vendors assign HTML. */
const htmlRefusingPages = "pages without vendors";

/** Whether a file may do what the policy of pages refuses. Most files need not be parsed. */
export const mayBreakPolicy =
  /\.(?:innerHTML|outerHTML|srcdoc)\s*=|insertAdjacentHTML|document\.write|\bset(?:Timeout|Interval)\s*\(\s*["'`]|Attribute\s*\(\s*["']style|createElement\s*\(\s*["']style|\b(?:Shared)?Worker\s*\(/;

const change = {
  html: "Render it with React, or write texts with textContent.",
  style: "Use a class of a CSS Module, or element.style.setProperty.",
  worker: "There is no file for a worker: split long work into parts.",
  timer: "Write it as a function.",
};

/**
 * What the content security policy of every page refuses, when an event or an effect does it. Release checks run neither, so a visitor would be the first to
 * see it.
 */
export function findPolicyMistakes(program: Program): MistakeAt[] {
  const found: MistakeAt[] = [];
  const bound = listBound(program);
  const note = (at: number, what: string, advice: string, pages = "pages"): void => {
    found.push({
      at,
      problem: `${what}, which the content security policy of ${pages} refuses when it runs.`,
      change: advice,
    });
  };
  new Visitor({
    AssignmentExpression({ left, start }) {
      const name = left.type === "MemberExpression" ? toName(left.property) : "";
      if (htmlProperties.includes(name)) note(start, `${name} makes HTML of a text`, change.html, htmlRefusingPages);
    },
    CallExpression({ callee, arguments: given, start }) {
      const name = toName(callee.type === "MemberExpression" ? callee.property : callee);
      const [first] = given;
      if (callee.type === "MemberExpression") {
        const isWrite = /^write(?:ln)?$/.test(name) && toName(callee.object) === "document";
        if (name === "insertAdjacentHTML" || isWrite)
          note(start, `${name} makes HTML of a text`, change.html, htmlRefusingPages);
        if (name === "setAttribute" && toText(first) === "style")
          note(start, "setAttribute writes an inline style", change.style);
        if (name === "createElement" && toName(callee.object) === "document" && toText(first) === "style")
          note(start, "a style element is written", change.style);
      }
      if (/^set(?:Timeout|Interval)$/.test(name) && !bound.includes(name) && toText(first) !== undefined)
        note(start, `${name} makes code of a text`, change.timer);
    },
    NewExpression({ callee, arguments: [file], start }) {
      const name = toName(callee);
      // `new Worker(new URL(…, import.meta.url))` is refused for its import.meta by findCodeMistakes.
      const isOfFile = file?.type === "NewExpression" && toName(file.callee) === "URL";
      if (!isOfFile && /^(?:Shared)?Worker$/.test(name) && !bound.includes(name))
        note(start, `a ${name} is made`, change.worker);
    },
  }).visit(program);
  return found;
}

function toName(node: Expression | { type: "PrivateIdentifier" }): string {
  return node.type === "Identifier" && "name" in node ? node.name : "";
}

/** The text of a literal. */
function toText(node: Argument | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.raw).join("") : undefined;
}
