import { createContext, createElement as h, Fragment, type ReactElement, type ReactNode, useContext } from "react";
import type { TimelineEntry } from "../../console/read-timeline.ts";
import type { FailingRelease } from "../../live/failing-remotes.ts";
import { toWhen } from "../../publishing/action-text.ts";
import { listBesideChanges } from "../../publishing/beside-changes.ts";
import type { SetDifference } from "../../publishing/promote.ts";
import { toShownTime } from "../../testers/shown-time.ts";

/** The address of the console, and the prefix of all its addresses. */
export const consolePath = "/-/console";

/** A moment in UTC, in a form for machines as well. */
export function Moment({ at }: { at: string }): ReactElement {
  return h("time", { dateTime: at }, `${toWhen(at)} UTC`);
}

/** A word with a state, and a colour that repeats it. */
export function Badge({ tone, text }: { tone: "good" | "warn" | "plain"; text: string }): ReactElement {
  return h("span", { className: `badge ${tone}` }, text);
}

/** The badge of a release that no server makes live again. */
export function RevokedBadge(): ReactElement {
  return h(Badge, { tone: "warn", text: "key revoked" });
}

/** Why a live release is to be replaced: its key was revoked, or this server cannot render it, and what visitors get in its place. */
export function ReleaseProblems(props: { isRevoked: boolean; failing: FailingRelease | undefined }): ReactElement {
  const { isRevoked, failing } = props;
  return h(
    Fragment,
    null,
    isRevoked && h("span", { className: "pin" }, h(RevokedBadge)),
    failing &&
      h(
        "span",
        { className: "pin" },
        h(Badge, { tone: "warn", text: `does not render since ${toShownTime(failing.since)}` }),
        ` ${failing.islands.join(", ")}: the last good HTML or a fallback stands on ${failing.pages} ${failing.pages === 1 ? "page" : "pages"} of this server.`,
      ),
  );
}

/** The link to a release's page. */
export function ReleaseLink({ name, version }: { name: string; version: string }): ReactElement {
  const label = `${name}@${version}`;
  return h(
    "a",
    { className: "version", href: `${consolePath}/releases/${name}/${version}`, "aria-label": label },
    version,
  );
}

/** Whether a page is at the console's own host name, where there is no page of the site. */
export const IsApart = createContext(false);

/**
 * A link to a page of the site; at the console's own host name, which has none, its address as text. @param of its subject, for screen readers that
 * list links alone
 */
export function SiteLink({ path, text, of }: { path: string; text: string; of?: string }): ReactElement {
  return useContext(IsApart)
    ? h("span", { className: "quiet" }, `${text}, at the site’s own address: `, h("code", { className: "long" }, path))
    : h("a", { className: "act", href: path, ...(of !== undefined && { "aria-label": `${text}: ${of}` }) }, text);
}

/** A card with a heading, which names its region. */
export function Card(props: { id: string; title: string; wide?: boolean; children?: ReactNode }): ReactElement {
  const { id, title, wide = false, children } = props;
  return h(
    "section",
    { className: wide ? "card wide" : "card", "aria-labelledby": id },
    h("h2", { id }, title),
    children,
  );
}

export interface TableProps {
  caption: string;
  heads: readonly string[];
  /** The first cell of each row is its heading. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Columns of figures, by their index. */
  figures?: readonly number[];
}

/**
 * A table. On a phone each row is a block in which each cell names its column, because the column heads are hidden; the roles keep it a table for
 * screen readers. On screens of medium width it scrolls inside of itself, also by keyboard.
 */
export function Table({ caption, heads, rows, figures = [] }: TableProps): ReactElement {
  const toClass = (index: number) => (figures.includes(index) ? { className: "figure" } : {});
  return h(
    "div",
    { className: "scroller", role: "region", "aria-label": caption, tabIndex: 0 },
    h(
      "table",
      { role: "table", className: "rows" },
      h("caption", { className: "visually-hidden" }, caption),
      h(
        "thead",
        { role: "rowgroup" },
        h(
          "tr",
          { role: "row" },
          ...heads.map((head, index) =>
            h("th", { key: head, scope: "col", role: "columnheader", ...toClass(index) }, head),
          ),
        ),
      ),
      h(
        "tbody",
        { role: "rowgroup" },
        ...rows.map(({ key, cells: [first, ...others] }) =>
          h(
            "tr",
            { key, role: "row" },
            h("th", { scope: "row", role: "rowheader" }, first),
            ...others.map((cell, index) =>
              h(
                "td",
                { key: heads[index + 1], role: "cell", ...toClass(index + 1) },
                h("span", { className: "label" }, heads[index + 1]),
                h("span", { className: "value" }, cell),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The changes from one set to another, a line for each package. */
export function Changes({ changes }: { changes: readonly SetDifference[] }): ReactElement | null {
  if (changes.length === 0) return null;
  return h(
    "ul",
    { className: "changes" },
    ...changes.map(({ name, before, after }) =>
      h(
        "li",
        { key: name },
        h("strong", null, name),
        " ",
        before === undefined ? "new" : h("del", { className: "version" }, before),
        h("span", { "aria-hidden": true }, " → "),
        // Not every screen reader announces deleted and inserted text.
        h("span", { className: "visually-hidden" }, before !== undefined && after !== undefined ? " becomes " : " "),
        after === undefined ? "removed" : h("ins", { className: "version" }, h(ReleaseLink, { name, version: after })),
      ),
    ),
  );
}

/** The changes of a revision: of the stable set, and of the sets beside it. */
export function RevisionChanges({ record, before, changes }: TimelineEntry): ReactElement {
  return h(Fragment, null, h(Changes, { changes }), h(BesideChanges, { beside: listBesideChanges(record, before) }));
}

/** The changes beside the stable set, a sentence for each. */
export function BesideChanges({ beside }: { beside: readonly string[] }): ReactElement | null {
  if (beside.length === 0) return null;
  return h("ul", { className: "changes" }, ...beside.map((text) => h("li", { key: text }, text)));
}

/** Facts as a list of terms. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, text: ReactNode])[] }): ReactElement {
  return h(
    "dl",
    { className: "facts" },
    // The text is part of the key, because a term may occur several times.
    ...facts.map(([term, text]) =>
      h("div", { key: typeof text === "string" ? `${term} ${text}` : term }, h("dt", null, term), h("dd", null, text)),
    ),
  );
}
