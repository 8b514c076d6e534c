import { createElement as h, Fragment, type ReactElement } from "react";
import type { ComparedPage, PageComparison, SetComparison } from "../../console/compare-sets.ts";
import { type DiffRow, splitChange } from "../../console/diff-lines.ts";
import type { ConsolePage } from "./console-page.ts";
import { Badge, Card, Changes, consolePath, SiteLink } from "./parts.ts";

const place = `${consolePath}/difference`;

/** The choices of the comparison's form. */
export interface Choices {
  newest: number;
  hasCanary: boolean;
  previews: readonly string[];
}

/** The differences between two sets; only the form when nothing was chosen. */
export function toDifferencePage(compared: SetComparison | undefined, choices: Choices): ConsolePage {
  return {
    title: "Compare",
    place,
    lede: compared
      ? `From ${compared.from.label} to ${compared.to.label}`
      : "Two sets, by package, by page, and by the HTML that visitors get.",
    content: h(
      "div",
      { className: "cards" },
      h(Card, { id: "sets", title: "Two sets", wide: true }, h(Choose, { choices, compared })),
      compared && h(Card, { id: "packages", title: "Packages", wide: true }, h(Packages, { compared })),
      compared && h(Card, { id: "pages", title: "Pages", wide: true }, h(Pages, { compared })),
    ),
  };
}

function Packages({ compared: { packages } }: { compared: SetComparison }): ReactElement {
  return packages.length === 0 ? h("p", null, "Both have the same releases.") : h(Changes, { changes: packages });
}

function Choose({ choices, compared }: { choices: Choices; compared: SetComparison | undefined }): ReactElement {
  const { newest, hasCanary, previews } = choices;
  const options: string[] = [
    "live",
    ...(hasCanary ? ["canary"] : []),
    ...previews.map((name) => `preview:${name}`),
    ...Array.from({ length: Math.min(newest, 30) }, (_, index) => String(newest - index)),
  ];
  const toSelect = (name: "from" | "to", label: string, chosen: string): ReactElement => {
    const all = options.includes(chosen) ? options : [chosen, ...options];
    return h(
      "div",
      null,
      h("label", { htmlFor: name }, label),
      h(
        "select",
        { id: name, name, defaultValue: chosen },
        ...all.map((value) => h("option", { key: value, value }, /^\d+$/.test(value) ? `revision ${value}` : value)),
      ),
    );
  };
  return h(
    "form",
    { className: "fields inline", action: place },
    toSelect("from", "From", compared?.from.name ?? (newest > 1 ? String(newest - 1) : "live")),
    toSelect("to", "To", compared?.to.name ?? (hasCanary ? "canary" : "live")),
    h("div", null, h("button", { className: "primary" }, "Compare")),
    h("p", { className: "hint" }, "A set that is not served is composed first, which takes some seconds."),
  );
}

function Pages({ compared: { from, to, pages } }: { compared: SetComparison }): ReactElement {
  if (typeof pages === "string") return h("p", null, `The pages are not compared. ${pages}`);
  const of = (state: ComparedPage["state"]): ComparedPage[] => pages.filter((one) => one.state === state);
  const changed = [...of("differs"), ...of("added"), ...of("removed")];
  const files = of("files").length;
  return h(
    Fragment,
    null,
    h(
      "p",
      { className: "share" },
      h("strong", null, String(changed.length)),
      ` of ${pages.length} pages have other HTML`,
    ),
    h(
      "p",
      { className: "quiet" },
      `${files} more have the same HTML and other files, ${of("same").length} are equal byte for byte. Compared is what visitors without a country rule get.`,
    ),
    h(
      "ul",
      { className: "pages" },
      ...changed.map(({ page, locale, state }) =>
        h(
          "li",
          { key: `${locale} ${page}` },
          h("a", { href: `${place}?${new URLSearchParams({ from: from.name, to: to.name, page, locale })}` }, page),
          " ",
          h("span", { className: "quiet" }, locale),
          state !== "differs" && " ",
          state !== "differs" && h(Badge, { tone: "plain", text: state }),
        ),
      ),
    ),
  );
}

/** Lines that are shown around each difference. */
const contextLines = 3;

/** Maximum rows of one page. */
const maxRows = 2000;

/** The HTML of a page in two sets, side by side. */
export function toPageDifferencePage(compared: PageComparison): ConsolePage {
  const { from, to, page, locale, rows } = compared;
  const sets = new URLSearchParams({ from: from.name, to: to.name });
  const count = rows.filter(({ isSame }) => !isSame).length;
  return {
    title: page,
    place,
    lede: `From ${from.label} to ${to.label}, ${locale}: ${count} ${count === 1 ? "line differs" : "lines differ"}`,
    content: h(
      Fragment,
      null,
      h(
        "p",
        { className: "actions" },
        h("a", { className: "act", href: `${place}?${sets}` }, "All pages"),
        page.startsWith("/") && h(SiteLink, { path: page, text: "The live page" }),
      ),
      h(
        "div",
        { className: "cards" },
        h(
          "div",
          { className: "card wide" },
          count === 0
            ? h("p", null, "The HTML is the same in both. Addresses of files may differ.")
            : h(Side, { rows, from: from.label, to: to.label }),
        ),
      ),
    ),
  };
}

function Side({ rows, from, to }: { rows: readonly DiffRow[]; from: string; to: string }): ReactElement {
  return h(
    "table",
    { className: "diff" },
    h("caption", { className: "visually-hidden" }, `The HTML of both sets, side by side`),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col", className: "number" }, h("span", { className: "visually-hidden" }, "Line")),
        h("th", { scope: "col" }, from),
        h("th", { scope: "col", className: "number" }, h("span", { className: "visually-hidden" }, "Line")),
        h("th", { scope: "col" }, to),
      ),
    ),
    h("tbody", null, ...toShown(rows).slice(0, maxRows).map(toRow)),
  );
}

/** The rows near a difference; a number stands for that many omitted rows. */
function toShown(rows: readonly DiffRow[]): (DiffRow | number)[] {
  const isNear = rows.map(() => false);
  for (const [index, { isSame }] of rows.entries())
    if (!isSame) isNear.fill(true, Math.max(0, index - contextLines), index + contextLines + 1);
  const shown: (DiffRow | number)[] = [];
  for (const [index, row] of rows.entries()) {
    const last = shown.at(-1);
    if (isNear[index]) shown.push(row);
    else if (typeof last === "number") shown[shown.length - 1] = last + 1;
    else shown.push(1);
  }
  return shown;
}

function toRow(row: DiffRow | number, index: number): ReactElement {
  if (typeof row === "number")
    return h("tr", { key: index, className: "gap" }, h("td", { colSpan: 4 }, row === 1 ? "1 line" : `${row} lines`));
  const { old, new: fresh, isSame } = row;
  const split = old && fresh && !isSame ? splitChange(old.text, fresh.text) : undefined;
  const toCell = (mark: "del" | "ins", text: string | undefined): ReactElement | string | undefined => {
    if (isSame || text === undefined) return text;
    if (!split) return h(mark, null, text);
    return h(Fragment, null, split.start, h(mark, null, mark === "del" ? split.old : split.new), split.end);
  };
  return h(
    "tr",
    { key: index, className: isSame ? "same" : "changed" },
    h("td", { className: "number" }, old?.number),
    h("td", isSame || !old ? null : { className: "old" }, toCell("del", old?.text)),
    h("td", { className: "number" }, fresh?.number),
    h("td", isSame || !fresh ? null : { className: "new" }, toCell("ins", fresh?.text)),
  );
}
