import {
  blocks,
  closedToIslands,
  documentIds,
  headings,
  htmlTags,
  namedTags,
  onlyChildren,
  onlyParents,
  refusedAttributes,
  slotPlace,
  svgTags,
  textOnlyTags,
} from "./allowed-html.ts";
import { answerLimits } from "./answer-limits.ts";
import { type HtmlElement, type HtmlProblem, type HtmlText, scanHtml, type ScannedHtml } from "./scan-html.ts";

/**
 * Why a fragment's HTML may not stand in a page: it is not complete, so that a browser would end or move something outside of
 * it, or it has what belongs to the document alone. The server asks this of every fragment it takes, the release checks of
 * every rendering: what one refuses, the other does. None when all is well; reading takes time in proportion to the HTML.
 */
export function findFragmentProblems(html: string, scanned: ScannedHtml = scanHtml(html)): HtmlProblem[] {
  const { elements, texts, mistakes } = scanned;
  const found = [
    ...mistakes,
    ...elements.flatMap((element) =>
      findElementProblems(element, html).map((problem) => ({ problem, at: element.at })),
    ),
    ...texts.flatMap(findTextProblem),
  ];
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

function findElementProblems(element: HtmlElement, html: string): string[] {
  return [
    ...findTagProblems(element),
    ...findNestingProblems(element),
    ...listAttributeProblems(element),
    ...findPlaceProblems(element, html),
  ];
}

function listAttributeProblems(element: HtmlElement): string[] {
  const problems: string[] = [];
  for (const [name, value] of element.attributes) problems.push(...findAttributeProblems(element, name, value));
  return problems;
}

function findTagProblems({ tag, attributes, around }: HtmlElement): string[] {
  if (tag === "script")
    return ["<script> in a fragment does not run, and its place is the document's. Attach code in React."];
  if (tag === "style") return ["<style> is dropped by the content security policy. Use a CSS Module."];
  if (around.includes("svg")) return svgTags.has(tag) ? [] : [`<${tag}> may not stand inside of <svg>.`];
  if (!htmlTags.has(tag)) return [`<${tag}> may not stand in a fragment.`];
  if (tag === "link" && (attributes.get("rel") !== "preload" || attributes.get("as") !== "image"))
    return [`<link> in a fragment may only preload an image, as React writes it.`];
  return [];
}

function findNestingProblems({ tag, around }: HtmlElement): string[] {
  const problems: string[] = [];
  const parent = around.at(-1);
  const refuse = (inside: string, rest = ""): void => void problems.push(`<${tag}> stands inside <${inside}>${rest}.`);
  if (around.includes("svg"))
    return parent !== undefined && textOnlyTags.has(parent) ? [`<${tag}> stands inside <${parent}>.`] : [];
  if (parent !== undefined && textOnlyTags.has(parent)) refuse(parent);
  else if (parent !== undefined && onlyChildren[parent] && !onlyChildren[parent].includes(tag)) refuse(parent);
  const parents = onlyParents[tag];
  const isMisplaced =
    parents !== undefined &&
    !(parent !== undefined && parents.includes(parent) && (parent !== "div" || around.at(-2) === "dl"));
  if (isMisplaced && !problems.length)
    problems.push(`<${tag}> stands inside <${parent ?? "no element"}>, expected <${parents.join("> or <")}>.`);
  if (blocks.has(tag) && lastOf(around, ["p"]) > lastOf(around, ["button", "td", "th", "caption"]))
    refuse("p", ", which a browser would close first");
  if (headings.has(tag) && around.some((one) => headings.has(one)))
    refuse(around.find((one) => headings.has(one)) ?? "");
  if (["a", "button", "form"].includes(tag) && around.includes(tag)) refuse(tag);
  return problems;
}

function lastOf(around: readonly string[], tags: readonly string[]): number {
  return around.findLastIndex((one) => tags.includes(one));
}

function findTextProblem({ parent, text, at }: HtmlText): HtmlProblem[] {
  return parent !== undefined && onlyChildren[parent]
    ? [{ problem: `"${text.slice(0, 40)}" stands inside <${parent}>, where a browser has no place for text.`, at }]
    : [];
}

function findAttributeProblems(element: HtmlElement, name: string, value: string): string[] {
  const { tag, around } = element;
  if (name === "style")
    return [`<${tag}> has a style attribute, which the content security policy drops. Use a class.`];
  if (name.startsWith("on")) return [`<${tag}> has an inline event handler, ${name}. Attach it in React.`];
  if (refusedAttributes.has(name)) return [`<${tag}> has the attribute ${name}, which is the document's alone.`];
  if (name === "name" && !namedTags.has(tag))
    return [`<${tag}> has a name, which would become a property of the document.`];
  if (name === "id") return findIdProblems(tag, value);
  if (around.includes("svg") && /url\(\s*["']?(?!["']?#)/i.test(value))
    return [`<${tag} ${name}> names a file: ${value.slice(0, 40)}. Inside of <svg>, refer to #ids only.`];
  const problem = findAddressProblem(element, name, value);
  return problem === undefined ? [] : [`<${tag} ${name}> ${problem}: ${value.slice(0, 40)}`];
}

/** React's own ids have a hyphen and start with `_`, others are words: none can be the name of a variable in a script. */
function findIdProblems(tag: string, id: string): string[] {
  if (documentIds.has(id) || id.startsWith("single-spa-application"))
    return [`<${tag}> has the id ${id.slice(0, 60)}, which is the document's own.`];
  return /^(?:[a-z][a-z0-9-]*|_[a-z0-9]+-[\w-]+)$/.test(id)
    ? []
    : [
        `<${tag}> has the id ${JSON.stringify(id.slice(0, 60))}, expected small letters, digits and hyphens, or an id of React's useId.`,
      ];
}

/** Attributes with one address, and with a list of them, by what the address has to be. */
const leads = new Set(["href", "xlink:href", "cite"]);
const sends = new Set(["action", "formaction"]);
const shows = new Set(["src", "srcset", "imagesrcset", "poster", "data", "longdesc", "usemap"]);

function findAddressProblem({ tag, around }: HtmlElement, name: string, value: string): string | undefined {
  if (!leads.has(name) && !sends.has(name) && !shows.has(name)) return undefined;
  // Browsers drop white space and control characters before they read an address.
  if (/^(?:javascript|vbscript|data):/i.test(value.replaceAll(/[^!-\uffff]/g, ""))) return "is code";
  if (/[^ -\uffff]/.test(value) || value !== value.trimStart())
    return "has a control character, or white space in front of its address";
  if (around.includes("svg")) return value.startsWith("#") ? undefined : "leads out of the picture; refer to #ids only";
  if (/^(?:\/(?![/\\])|$)/.test(value)) return undefined;
  if (sends.has(name)) return "sends elsewhere; expected a path of this site";
  if (/^https:\/\/[^/\\]/i.test(value)) return undefined;
  if (tag !== "link" && leads.has(name) && /^(?:[#?]|http:\/\/[^/\\]|mailto:|tel:)/i.test(value)) return undefined;
  return "is no path of this site, no https address and nothing else that a fragment may name";
}

const place = new RegExp(slotPlace, "y");

function findPlaceProblems({ tag, attributes, around, at }: HtmlElement, html: string): string[] {
  const slot = attributes.get("data-slot");
  if (slot === undefined)
    return attributes.has("data-variant")
      ? [`<${tag}> has the attribute data-variant, which is the document's alone.`]
      : [];
  place.lastIndex = at;
  // Another package's name is a matter of the set; here counts that what is written is a place and nothing else.
  if (!place.test(html))
    return [
      `<${tag} data-slot> is not written as a place is: \`<Slot name="owner/expose" />\` writes one, and leaves it empty.`,
    ];
  const outer = around.find((one) => closedToIslands.has(one));
  return outer === undefined
    ? []
    : [`the place for ${slot} stands inside of <${outer}>, where no other island may stand.`];
}
