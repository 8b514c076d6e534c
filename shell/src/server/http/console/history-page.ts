import { createElement as h, Fragment, type ReactElement, useContext } from "react";
import type { Reader } from "../../console/console-sources.ts";
import { toUndo } from "../../console/prepare-action.ts";
import type { Timeline, TimelineEntry } from "../../console/read-timeline.ts";
import { toActionText } from "../../publishing/action-text.ts";
import type { ConsolePage } from "./console-page.ts";
import { Badge, consolePath, IsApart, Moment, RevisionChanges, SiteLink } from "./parts.ts";
import { canAct, PrepareLink } from "./prepare-link.ts";

/** Every revision as a timeline, the newest first: who, when, why, and what it changed. */
export function toHistoryPage({ entries, earlier, live }: Timeline, reader: Reader): ConsolePage {
  return {
    title: "History",
    place: `${consolePath}/history`,
    lede: "Every revision, the newest first. Each is signed by the person or server it names.",
    content: h(
      Fragment,
      null,
      h(MomentForm),
      h(
        "ol",
        { className: "timeline" },
        ...entries.map((entry) => h(Entry, { key: entry.record.set.revision, entry, reader, live })),
      ),
      earlier !== undefined &&
        h(
          "p",
          { className: "actions" },
          h("a", { className: "act", href: `${consolePath}/history?until=${earlier}` }, "Earlier revisions"),
        ),
    ),
  };
}

/** The form for the site as it was at a moment; at the console's own host name it is an address as text. */
function MomentForm(): ReactElement {
  if (useContext(IsApart))
    return h(
      "p",
      { className: "apart" },
      h(SiteLink, { path: "/-/override?at=2026-11-22T12:00", text: "The site as it was at a moment" }),
    );
  return h(
    "form",
    { className: "fields inline apart card", action: "/-/override" },
    h(
      "div",
      null,
      h("label", { htmlFor: "at" }, "The site as it was at"),
      h("input", { id: "at", type: "datetime-local", name: "at", required: true, "aria-describedby": "at-hint" }),
    ),
    h("div", null, h("button", null, "See it")),
    h("p", { className: "hint", id: "at-hint" }, "In UTC. You alone see it, in the live site, for two hours."),
  );
}

/** A link to the site as it was after a revision. At the console's own host name the form above explains it. */
function AsItWas({ at, revision }: { at: string; revision: number }): ReactElement | null {
  if (useContext(IsApart)) return null;
  return h(
    "a",
    {
      href: `/-/override?${new URLSearchParams({ at })}`,
      "aria-label": `See the site as it was: revision ${revision}`,
    },
    "See the site as it was",
  );
}

function Entry({
  entry,
  reader,
  live,
}: {
  entry: TimelineEntry;
  reader: Reader;
  live: Timeline["live"];
}): ReactElement {
  const { record, changes, before } = entry;
  const { revision, id } = record.set;
  const isNewest = revision === live?.revision;
  const undo = isNewest && before ? toUndo(record, before) : undefined;
  return h(
    "li",
    { id: `r${revision}`, className: isNewest ? "now" : undefined },
    h(
      "h2",
      null,
      `${revision} · ${toActionText(record)}`,
      isNewest && " ",
      isNewest && h(Badge, { tone: "good", text: "live" }),
    ),
    h("p", { className: "quiet" }, h(Moment, { at: record.at }), ` · ${record.by}`),
    h("blockquote", null, record.why),
    h(RevisionChanges, { record, before, changes }),
    h(
      "p",
      { className: "actions" },
      changes.length > 0 &&
        revision > 1 &&
        h(
          "a",
          {
            href: `${consolePath}/difference?from=${revision - 1}&to=${revision}`,
            "aria-label": `Compare with the one before: revision ${revision}`,
          },
          "Compare with the one before",
        ),
      id !== live?.id && h(AsItWas, { at: record.at, revision }),
      canAct(reader) && undo && h(PrepareLink, { action: undo, text: "Undo", of: `revision ${revision}` }),
      canAct(reader) &&
        id !== live?.id &&
        h(PrepareLink, {
          action: { kind: "rollback", to: revision },
          text: "Go back to it",
          of: `revision ${revision}`,
        }),
    ),
  );
}
