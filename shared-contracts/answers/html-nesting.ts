/** Elements that may contain text only: browsers read a tag inside of them as text, or as a part of another element. */
export const textOnlyTags: ReadonlySet<string> = new Set(["desc", "option", "textarea", "title"]);

/** Elements that browsers close before any child but these. Text is not allowed in them either. */
export const onlyChildren: Readonly<Record<string, readonly string[]>> = {
  table: ["caption", "colgroup", "thead", "tbody", "tfoot"],
  colgroup: ["col"],
  thead: ["tr"],
  tbody: ["tr"],
  tfoot: ["tr"],
  tr: ["td", "th"],
  select: ["option", "optgroup"],
  optgroup: ["option"],
  datalist: ["option"],
};

/** Elements that are allowed inside of these parents only. */
export const onlyParents: Readonly<Record<string, readonly string[]>> = {
  li: ["ul", "ol", "menu"],
  dt: ["dl", "div"],
  dd: ["dl", "div"],
  caption: ["table"],
  colgroup: ["table"],
  col: ["colgroup"],
  thead: ["table"],
  tbody: ["table"],
  tfoot: ["table"],
  tr: ["thead", "tbody", "tfoot"],
  td: ["tr"],
  th: ["tr"],
  option: ["select", "optgroup", "datalist"],
  optgroup: ["select"],
  summary: ["details"],
  figcaption: ["figure"],
  legend: ["fieldset"],
  source: ["picture"],
};

/** Elements that close an open paragraph. */
export const blocks: ReadonlySet<string> = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "dd",
  "details",
  "dialog",
  "div",
  "dl",
  "dt",
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
  "li",
  "menu",
  "nav",
  "ol",
  "p",
  "pre",
  "section",
  "summary",
  "table",
  "ul",
]);

/** Elements that are headings, by their lower-case names. */
export const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
