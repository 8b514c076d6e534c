import {
  closedToIslands,
  htmlTags,
  isDocumentId,
  namedTags,
  namelessWindows,
  refusedAttributes,
  slotPlace,
  svgTags,
  takingAttributes,
} from "./allowed-html.ts";
import { answerLimits } from "./answer-limits.ts";
import { blocks, headings, onlyChildren, onlyParents, textOnlyTags } from "./html-nesting.ts";
import { type HtmlElement, type HtmlProblem, type HtmlText, scanHtml, type ScannedHtml } from "./scan-html.ts";

/**
 * The problems for which a fragment's HTML is refused: it is not complete, so that a browser would close or move elements outside of
 * it, or it has parts that belong to the document alone. The server checks every fragment, and the release checks every render, by the
 * same rules. Takes time in proportion to the HTML.
 */
export function findFragmentProblems(html: string, scanned: ScannedHtml = scanHtml(html)): HtmlProblem[] {
  const { elements, texts, mistakes } = scanned;
  const found = [...mistakes];
  let hasAction: boolean | undefined;
  for (const element of elements) {
    // React writes this script itself behind a form whose action is a function. The form is refused, so the script needs no finding of its own.
    if (html.startsWith(formScript, element.at) && (hasAction ??= elements.some(hasFunctionAsAction))) continue;
    findElementProblems(element, html, (problem) => found.push({ problem, at: element.at }));
  }
  findTaken(elements, (problem) => found.push(problem));
  for (const text of texts) findTextProblem(text, (problem) => found.push(problem));
  const places = elements.filter(({ attributes }) => attributes.has("data-slot")).length;
  if (places > answerLimits.slotPlaces)
    found.push({
      problem: `it has ${places} places for other islands; a slot may have at most ${answerLimits.slotPlaces}.`,
      at: 0,
    });
  if (elements.length > answerLimits.elements)
    found.push({
      problem: `it has ${elements.length} elements; a slot may have at most ${answerLimits.elements}.`,
      at: 0,
    });
  return found;
}

/** Receives each problem. A callback takes less time than a list from each function: a page has a thousand elements, and hardly ever a problem. */
type Report<T = string> = (problem: T) => void;

function findElementProblems(element: HtmlElement, html: string, report: Report): void {
  const isInSvg = element.around.includes("svg");
  if (isWaiting(element, html)) report(waits);
  else findTagProblem(element, isInSvg, report);
  findNestingProblems(element, isInSvg, report);
  for (const [name, value] of element.attributes) findAttributeProblem(element, isInSvg, { name, value }, report);
  findPlaceProblem(element, html, report);
}

/** The start of the script that React writes behind forms whose action is a function. */
const formScript = '<script>addEventListener("submit",';

function hasFunctionAsAction({ attributes }: HtmlElement): boolean {
  return [...formAttributes].some((name) => attributes.get(name)?.startsWith(reactAction) === true);
}

/** The comment that React writes before the fallback of a suspended `<Suspense>`. */
const waitingMark = "<!--$!-->";
const waits =
  "<Suspense> waits while it is rendered, for code (lazy) or for a promise (use): a page has its fallback without an end. Render what waits once the island is hydrated.";

function isWaiting({ tag, at }: HtmlElement, html: string): boolean {
  return tag === "template" && html.startsWith(waitingMark, at - waitingMark.length);
}

const ofHead = " Return it from the head of defineIsland, which has title and description.";
const ofLink = " Link to it.";

/** What to write in place of an element that teams often write. */
const inPlaceOf: ReadonlyMap<string, string> = new Map([
  ["title", ofHead],
  ["meta", ofHead],
  ["iframe", ofLink],
  ["video", ofLink],
  ["audio", ofLink],
  ["object", ofLink],
  ["embed", ofLink],
  ["canvas", " Render it once the island is hydrated."],
]);

function findTagProblem({ tag, attributes }: HtmlElement, isInSvg: boolean, report: Report): void {
  if (tag === "script")
    report("<script> in a fragment does not run, and its place is the document's. Attach code in React.");
  else if (tag === "style") report("<style> is dropped by the content security policy. Use a CSS Module.");
  else if (isInSvg) {
    if (!svgTags.has(tag)) report(`<${tag}> may not stand inside of <svg>.`);
  } else if (!htmlTags.has(tag)) report(`<${tag}> may not stand in a fragment.${inPlaceOf.get(tag) ?? ""}`);
  else if (tag === "link" && (attributes.get("rel") !== "preload" || attributes.get("as") !== "image"))
    report(`<link> in a fragment may only preload an image, as React writes it.`);
}

function findNestingProblems({ tag, around }: HtmlElement, isInSvg: boolean, report: Report): void {
  const parent = around.at(-1);
  const refuse = (inside: string, rest = ""): void => report(`<${tag}> stands inside <${inside}>${rest}.`);
  const isInText = parent !== undefined && textOnlyTags.has(parent);
  const isForeign = parent !== undefined && !isInText && !isInSvg && onlyChildren[parent]?.includes(tag) === false;
  if (isInText || isForeign) refuse(parent);
  if (isInSvg) return;
  const parents = onlyParents[tag];
  const isMisplaced =
    parents !== undefined &&
    !(parent !== undefined && parents.includes(parent) && (parent !== "div" || around.at(-2) === "dl"));
  if (isMisplaced && !isInText && !isForeign)
    report(`<${tag}> stands inside <${parent ?? "no element"}>, expected <${parents.join("> or <")}>.`);
  if (blocks.has(tag) && around.includes("p") && around.lastIndexOf("p") > around.findLastIndex(keepsOuterParagraph))
    refuse("p", ", which a browser would close first");
  if (headings.has(tag)) {
    const outer = around.find((one) => headings.has(one));
    if (outer !== undefined) refuse(outer);
  }
  if (isSingle(tag) && around.includes(tag)) refuse(tag);
}

/** Whether browsers keep a paragraph open that began outside of such an element. */
function keepsOuterParagraph(tag: string): boolean {
  return tag === "button" || tag === "td" || tag === "th" || tag === "caption";
}

/** Elements that may not be nested in an element of the same name. */
function isSingle(tag: string): boolean {
  return tag === "a" || tag === "button" || tag === "form";
}

function findTextProblem({ parent, text, at }: HtmlText, report: Report<HtmlProblem>): void {
  if (parent === undefined || !onlyChildren[parent]) return;
  report({
    problem: `"${text.slice(0, 40)}" stands inside <${parent}>, where a browser has no place for text.`,
    at,
  });
}

function findAttributeProblem(
  element: HtmlElement,
  isInSvg: boolean,
  { name, value }: { name: string; value: string },
  report: Report,
): void {
  const { tag } = element;
  if (name === "style") report(`<${tag}> has a style attribute, which the content security policy drops. Use a class.`);
  else if (name.startsWith("on")) report(`<${tag}> has an inline event handler, ${name}. Attach it in React.`);
  else if (refusedAttributes.has(name)) report(`<${tag}> has the attribute ${name}, which is the document's alone.`);
  else if (name === "name" && !namedTags.has(tag))
    report(`<${tag}> has a name, which would become a property of the document.`);
  else if (name === "id") findIdProblem(tag, value, report);
  else if ((name === "target" || name === "formtarget") && !namelessWindows.has(value.toLowerCase()))
    report(`<${tag} ${name}> opens a window by name, ${value.slice(0, 40)}, which keeps its opener. Write _blank.`);
  else if (name === "rel" && /(?:^|\s)opener(?:\s|$)/i.test(value))
    report(`<${tag} rel> keeps its opener, which the page that opens could send elsewhere. Write noopener.`);
  else if ((isInSvg || tag === "svg") && fileReference.test(value))
    report(`<${tag} ${name}> names a file: ${value.slice(0, 40)}. Inside of <svg>, refer to #ids only.`);
  else if (name.startsWith("xmlns:") && name !== "xmlns:xlink" && value === xlinkNamespace)
    report(`<${tag} ${name}> gives links another name. Write xmlns:xlink, or href alone.`);
  else {
    const problem = findAddressProblem(tag, isInSvg, name, value);
    if (problem !== undefined) report(`<${tag} ${name}> ${problem}: ${value.slice(0, 40)}`);
  }
}

/** Ids that an element takes to itself, and that are not of this fragment: they would be another island's. */
function findTaken(elements: readonly HtmlElement[], report: Report<HtmlProblem>): void {
  let ids: ReadonlySet<string | undefined> | undefined;
  for (const { tag, attributes, at } of elements)
    for (const [name, value] of attributes) {
      if (!takingAttributes.has(name)) continue;
      ids ??= new Set(elements.map((one) => one.attributes.get("id")));
      for (const id of value.split(/\s+/))
        if (id !== "" && !ids.has(id))
          report({ problem: `<${tag} ${name}> takes ${id.slice(0, 60)}, which is not in this fragment.`, at });
    }
}

/** A style value with another address than `#id`, or with an escape, which could hide one. */
const fileReference = /(?:url|image-set|src)\(\s*["']?(?!["']?#)|\\[^]*\(/i;

/** The namespace of links. With the prefix `x` for it, `x:href` is a link for XML parsers, and no attribute that HTML parsers know. */
const xlinkNamespace = "http://www.w3.org/1999/xlink";

/** Ids of React start with `_` and have a hyphen, others are words of small letters: neither hides a global variable of a script. */
function findIdProblem(tag: string, id: string, report: Report): void {
  if (isDocumentId(id)) report(`<${tag}> has the id ${id.slice(0, 60)}, which is the document's own.`);
  else if (!/^(?:[a-z][a-z0-9-]*|_[a-z0-9]+-[\w-]+)$/.test(id))
    report(
      `<${tag}> has the id ${JSON.stringify(id.slice(0, 60))}, expected small letters, digits and hyphens, or an id of React's useId.`,
    );
}

/** Attributes with an address or a list of addresses: of links, of forms and of resources. */
const linkAttributes = new Set(["href", "xlink:href", "cite"]);
const formAttributes = new Set(["action", "formaction"]);
const resourceAttributes = new Set(["src", "srcset", "imagesrcset", "poster", "data", "longdesc", "usemap"]);

/** The start of the value that React writes for a function. */
const reactAction = "javascript:throw new Error('React form";

/** The value of an import such as `import table from "./table.svg"`. */
const artworkName = /^[a-z][a-z0-9-]*\/images\/[A-Za-z0-9_-]+\.[0-9a-f]{8}\.svg$/;

function findAddressProblem(tag: string, isInSvg: boolean, name: string, value: string): string | undefined {
  if (!linkAttributes.has(name) && !formAttributes.has(name) && !resourceAttributes.has(name)) return undefined;
  if (formAttributes.has(name) && value.startsWith(reactAction))
    return "is a function, which needs JavaScript; give it a path of this site, and use onSubmit";
  if (resourceAttributes.has(name) && /^data:image\//i.test(value))
    return "is a picture in the page's own text; import it as SVG, or name a path of this site";
  // Browsers drop white space and control characters before they read an address.
  if (/^(?:javascript|vbscript|data):/i.test(value.replaceAll(/[^!-\uffff]/g, ""))) return "is code";
  if (/[^ -\uffff]/.test(value) || value !== value.trimStart())
    return "has a control character, or white space in front of its address";
  if (isInSvg) return value.startsWith("#") ? undefined : "leads out of the picture; refer to #ids only";
  if (/^(?:\/(?![/\\])|$)/.test(value)) return undefined;
  if (formAttributes.has(name)) return "sends elsewhere; expected a path of this site";
  if (/^https?:\/\/[^/\\]/i.test(value) && !URL.canParse(value)) return "cannot be read as an address";
  if (/^https:\/\/[^/\\]/i.test(value)) return undefined;
  if (tag !== "link" && linkAttributes.has(name) && /^(?:[#?]|http:\/\/[^/\\]|mailto:|tel:)/i.test(value))
    return undefined;
  if (artworkName.test(value))
    return "is the name of imported artwork, not its address; expected toImageUrl(source, width, density) of @site/contracts/islands/image";
  return "is no path of this site, no https address and nothing else that a fragment may name";
}

const place = new RegExp(slotPlace, "y");

function findPlaceProblem({ tag, attributes, around, at }: HtmlElement, html: string, report: Report): void {
  const slot = attributes.get("data-slot");
  if (slot === undefined) {
    if (attributes.has("data-variant"))
      report(`<${tag}> has the attribute data-variant, which is the document's alone.`);
    return;
  }
  place.lastIndex = at;
  // Whether the package exists is checked with the set. Here only the form of the place is checked.
  if (!place.test(html)) {
    report(
      `<${tag} data-slot> is not written as a place is: \`<Slot name="owner/expose" />\` writes one, and leaves it empty.`,
    );
    return;
  }
  const outer = around.find((one) => closedToIslands.has(one));
  if (outer !== undefined)
    report(`the place for ${slot} stands inside of <${outer}>, where no other island may stand.`);
}
