/** Elements of HTML that a fragment may have. Every other could run, load or replace something of the document, or be read in several ways. */
export const htmlTags: ReadonlySet<string> = new Set([
  "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "blockquote", "br", "button", "caption", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del",
  "details", "dfn", "dialog", "div", "dl", "dt", "em", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "i", "img",
  "input", "ins", "kbd", "label", "legend", "li", "link", "mark", "menu", "meter", "nav", "ol", "optgroup", "option", "output", "p", "picture", "pre", "progress", "q", "s", "samp",
  "section", "select", "small", "source", "span", "strong", "sub", "summary", "sup", "svg", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "time", "tr", "u", "ul",
  "var", "wbr",
]);

/** Elements inside of `<svg>`. What carries HTML, runs code, animates an address or loads a file is not among them. */
export const svgTags: ReadonlySet<string> = new Set([
  "circle", "clippath", "defs", "desc", "ellipse", "feblend", "fecolormatrix", "fecomposite", "fedropshadow", "feflood", "fegaussianblur", "femerge", "femergenode", "feoffset",
  "feturbulence", "filter", "g", "line", "lineargradient", "marker", "mask", "path", "pattern", "polygon", "polyline", "radialgradient", "rect", "stop", "svg", "symbol", "text",
  "textpath", "title", "tspan", "use",
]);

/** Elements whose text is all they may have: what looks like a tag in them is none, or belongs to something else. */
export const textOnlyTags: ReadonlySet<string> = new Set(["desc", "option", "textarea", "title"]);

/** Elements that browsers end as soon as something else begins in them, with what may begin. Text has no place in them. */
export const onlyChildren: Readonly<Record<string, readonly string[]>> = {
  table: ["caption", "colgroup", "thead", "tbody", "tfoot"], colgroup: ["col"], thead: ["tr"], tbody: ["tr"], tfoot: ["tr"], tr: ["td", "th"],
  select: ["option", "optgroup"], optgroup: ["option"], datalist: ["option"],
};

/** Elements that stand nowhere else. */
export const onlyParents: Readonly<Record<string, readonly string[]>> = {
  li: ["ul", "ol", "menu"], dt: ["dl", "div"], dd: ["dl", "div"], caption: ["table"], colgroup: ["table"], col: ["colgroup"], thead: ["table"], tbody: ["table"], tfoot: ["table"],
  tr: ["thead", "tbody", "tfoot"], td: ["tr"], th: ["tr"], option: ["select", "optgroup", "datalist"], optgroup: ["select"], summary: ["details"], figcaption: ["figure"],
  legend: ["fieldset"], source: ["picture"],
};

/** Elements that end an open paragraph. */
export const blocks: ReadonlySet<string> = new Set([
  "address", "article", "aside", "blockquote", "dd", "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
  "header", "hgroup", "hr", "li", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "ul",
]);

export const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

/** Elements inside of which another island has no place: its elements could end them, or would be part of a control. */
export const closedToIslands: ReadonlySet<string> = new Set(["a", "button", "datalist", "form", "label", "p", "pre", "select", "summary", "svg", "textarea", ...headings]);

/** Attributes that no fragment may have, beside event handlers. */
export const refusedAttributes: ReadonlySet<string> = new Set([
  "background", "codebase", "http-equiv", "is", "manifest", "nonce", "part", "ping", "slot", "srcdoc", "style", "xml:base",
  // What the shell itself tells its browser code in the document.
  "data-hydrate", "data-island", "data-key", "data-layout", "data-nav", "data-platform", "data-query", "data-script-hosts",
]);

/** Elements whose `name` is their field's, or their group's. Of others, browsers make properties of the document that replace its functions. */
export const namedTags: ReadonlySet<string> = new Set(["button", "details", "fieldset", "input", "output", "select", "textarea"]);

/** Ids of the document: an element in front of the real one would be taken for it. */
export const documentIds: ReadonlySet<string> = new Set(["announcer", "app", "content", "site-set", "site-state", "top"]);

/** A place for another island as `<Slot>` writes it, as the source of a regular expression: owner, expose and variant. */
export const slotPlace = '<div data-slot="([a-z][a-z0-9-]{0,40})/([a-z][a-z0-9-]*)" data-variant="([a-z0-9-]*)"></div>';
