import { type HtmlElement, scanHtml } from "./scan-html.ts";

/** Attributes that carry an address a browser follows, loads or sends to. */
const addresses = new Set(["href", "src", "action", "formaction", "xlink:href", "poster", "data"]);
const blocks = new Set(["address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "menu", "nav", "ol", "p", "pre", "section", "table", "ul"]);
const parents: Record<string, readonly string[]> = {
  li: ["ul", "ol", "menu"], dt: ["dl", "div"], dd: ["dl", "div"], tr: ["thead", "tbody", "tfoot", "table"],
  td: ["tr"], th: ["tr"], thead: ["table"], tbody: ["table"], summary: ["details"], figcaption: ["figure"], option: ["select", "optgroup", "datalist"],
};

/**
 * What is wrong with a fragment's HTML: what the content security policy drops, what a browser would repair before
 * React sees it, and ids that stand twice. Sentences, none when all is well.
 */
export function findHtmlProblems(html: string): string[] {
  if (html.trim() === "") return [];
  const { elements, mistakes } = scanHtml(html);
  return [...mistakes, ...elements.flatMap(findElementProblems), ...findDoubleIds(elements), ...findDanglingReferences(elements)];
}

function findElementProblems({ tag, attributes, around }: HtmlElement): string[] {
  const problems: string[] = [];
  if (attributes.has("style")) problems.push(`<${tag}> has a style attribute, which the content security policy drops. Use a class.`);
  if (tag === "style") problems.push("<style> is dropped by the content security policy. Use a CSS Module.");
  if (tag === "script" && !/^application\/(ld\+)?json$/.test(attributes.get("type") ?? "")) problems.push("<script> in a fragment does not run.");
  for (const [name, value] of attributes) {
    if (name.startsWith("on")) problems.push(`<${tag}> has an inline event handler, ${name}. Attach it in React.`);
    if (addresses.has(name) && isCode(value)) problems.push(`<${tag} ${name}> is code: ${value.slice(0, 40)}`);
  }
  const parent = around.at(-1);
  if (blocks.has(tag) && around.includes("p") && !around.includes("button", around.lastIndexOf("p"))) problems.push(`<${tag}> stands inside <p>, which a browser would close first.`);
  if (tag === "a" && around.includes("a")) problems.push("<a> stands inside <a>.");
  if (tag === "button" && around.includes("button")) problems.push("<button> stands inside <button>.");
  if (tag === "form" && around.includes("form")) problems.push("<form> stands inside <form>.");
  if (parents[tag] && parent !== undefined && !parents[tag].includes(parent)) problems.push(`<${tag}> stands inside <${parent}>.`);
  return problems;
}

/** Browsers ignore white space and control characters in front of, and inside, a scheme. */
function isCode(value: string): boolean {
  const read = [...value].filter((character) => character > " ").join("");
  return /^(javascript|vbscript|data:text\/html)/i.test(read) && value.includes(":");
}

function findDoubleIds(elements: readonly HtmlElement[]): string[] {
  const seen = new Set<string>();
  const double = new Set<string>();
  for (const { attributes } of elements) {
    const id = attributes.get("id");
    if (id === undefined) continue;
    (seen.has(id) ? double : seen).add(id);
  }
  return [...double].map((id) => `The id ${id} stands twice.`);
}

/** Only references that must stay inside the fragment: a link may lead to an id of another island. */
const references = ["for", "aria-labelledby", "aria-describedby", "aria-controls", "popovertarget", "commandfor"];

function findDanglingReferences(elements: readonly HtmlElement[]): string[] {
  const ids = new Set(elements.map(({ attributes }) => attributes.get("id")));
  return elements.flatMap(({ tag, attributes }) =>
    references.flatMap((name) =>
      (attributes.get(name)?.split(/\s+/) ?? []).filter((id) => id !== "" && !ids.has(id)).map((id) => `<${tag} ${name}> names the id ${id}, which is not there.`),
    ),
  );
}
