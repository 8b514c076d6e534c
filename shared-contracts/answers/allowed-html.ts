import { headings } from "./html-nesting.ts";

/** Elements of HTML that a fragment may have. All others could run, load or replace parts of the document, or are parsed differently by browsers. */
export const htmlTags: ReadonlySet<string> = new Set([
  "a",
  "abbr",
  "address",
  "article",
  "aside",
  "b",
  "bdi",
  "bdo",
  "blockquote",
  "br",
  "button",
  "caption",
  "cite",
  "code",
  "col",
  "colgroup",
  "data",
  "datalist",
  "dd",
  "del",
  "details",
  "dfn",
  "dialog",
  "div",
  "dl",
  "dt",
  "em",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hgroup",
  "hr",
  "i",
  "img",
  "input",
  "ins",
  "kbd",
  "label",
  "legend",
  "li",
  "link",
  "mark",
  "menu",
  "meter",
  "nav",
  "ol",
  "optgroup",
  "option",
  "output",
  "p",
  "picture",
  "pre",
  "progress",
  "q",
  "s",
  "samp",
  "section",
  "select",
  "small",
  "source",
  "span",
  "strong",
  "sub",
  "summary",
  "sup",
  "svg",
  "table",
  "tbody",
  "td",
  "textarea",
  "tfoot",
  "th",
  "thead",
  "time",
  "tr",
  "u",
  "ul",
  "var",
  "wbr",
]);

/** Elements that `<svg>` may contain: none that contains HTML, runs code, animates an address or loads a file. */
export const svgTags: ReadonlySet<string> = new Set([
  "circle",
  "clippath",
  "defs",
  "desc",
  "ellipse",
  "feblend",
  "fecolormatrix",
  "fecomposite",
  "fedropshadow",
  "feflood",
  "fegaussianblur",
  "femerge",
  "femergenode",
  "feoffset",
  "feturbulence",
  "filter",
  "g",
  "line",
  "lineargradient",
  "marker",
  "mask",
  "path",
  "pattern",
  "polygon",
  "polyline",
  "radialgradient",
  "rect",
  "stop",
  "svg",
  "symbol",
  "text",
  "textpath",
  "title",
  "tspan",
  "use",
]);

/** Elements that may not contain another island: its elements could close them, or would be part of a control. */
export const closedToIslands: ReadonlySet<string> = new Set([
  "a",
  "button",
  "datalist",
  "form",
  "label",
  "p",
  "pre",
  "select",
  "summary",
  "svg",
  "textarea",
  ...headings,
]);

/** Attributes that no fragment may have, beside event handlers. */
export const refusedAttributes: ReadonlySet<string> = new Set([
  "attributionsrc",
  "background",
  "codebase",
  "http-equiv",
  "is",
  "manifest",
  "nonce",
  "part",
  "ping",
  "slot",
  "srcdoc",
  "style",
  "xml:base",
  // Attributes by which the shell passes data to its browser code.
  "data-hydrate",
  "data-island",
  "data-key",
  "data-layout",
  "data-nav",
  "data-platform",
  "data-query",
  "data-script-hosts",
]);

/** Attributes with ids by which an element takes others to itself: into its form, or to its place in what screen readers read. */
export const takingAttributes: ReadonlySet<string> = new Set(["aria-owns", "form", "itemref"]);

/** Windows that have no name of their own. One with a name keeps its opener, which the page in it could send elsewhere. */
export const namelessWindows: ReadonlySet<string> = new Set(["", "_blank", "_parent", "_self", "_top"]);

/** Elements whose `name` is that of a field or a group. The names of other elements become properties of the document, and could replace its functions. */
export const namedTags: ReadonlySet<string> = new Set([
  "button",
  "details",
  "fieldset",
  "input",
  "output",
  "select",
  "textarea",
]);

/** Ids that the document itself uses: browsers would find a fragment's element in place of the document's. */
const documentIds: ReadonlySet<string> = new Set(["announcer", "app", "content", "offline", "top"]);

/** How all other ids begin that the shell writes, also in the browser, as of what names a notice. */
const documentIdStarts = ["single-spa-application", "site-"];

/** Whether an id is the shell's own. */
export function isDocumentId(id: string): boolean {
  return documentIds.has(id) || documentIdStarts.some((start) => id.startsWith(start));
}

/** The source of a regular expression for the HTML of `<Slot>`, the place for another island: owner, expose and variant. */
export const slotPlace = '<div data-slot="([a-z][a-z0-9-]{0,40})/([a-z][a-z0-9-]*)" data-variant="([a-z0-9-]*)"></div>';
