import { createElement as h, Fragment, type ReactElement } from "react";
import { type AskedAction, toUndo } from "../../console/prepare-action.ts";
import type { TimelineEntry } from "../../console/read-timeline.ts";
import { toActionText } from "../../publishing/action-text.ts";
import type { ConsolePage } from "./console-page.ts";
import { Badge, consolePath, Moment, RevisionChanges } from "./parts.ts";
import { PrepareLink } from "./prepare-link.ts";

/** Seconds until the page checks again whether this server serves the new revision. */
const refreshSeconds = 2;

export interface DonePage {
  /** The newest revision before the action. */
  after: number;
  /** The revisions since, newest first. */
  entries: readonly TimelineEntry[];
  /** The revision that this server serves. */
  live: number | undefined;
  canAct: boolean;
}

/** The revisions since an action, whether this server serves them, and how to undo them; or that there are none. */
export function toDonePage({ after, entries, live, canAct }: DonePage): ConsolePage {
  const again = h("a", { className: "act", href: `${consolePath}/done?after=${after}` }, "Look again");
  const [newest] = entries;
  if (!newest)
    return {
      title: "Not yet",
      place: consolePath,
      lede: `Revision ${after} is still the newest.`,
      content: h("p", { className: "actions" }, again, h("a", { href: consolePath }, "What is live")),
    };
  const isLive = (live ?? 0) >= newest.record.set.revision;
  return {
    title: "Done",
    place: consolePath,
    ...(!isLive && { refreshSeconds }),
    lede: h(
      Fragment,
      null,
      `Since revision ${after}: `,
      isLive
        ? h(Badge, { tone: "good", text: "live on this server" })
        : h(Badge, { tone: "warn", text: "recorded, and going live" }),
    ),
    content: h(
      Fragment,
      null,
      h(Steps, { entries, canAct }),
      h("p", { className: "actions" }, h("a", { className: "act", href: consolePath }, "What is live"), again),
    ),
  };
}

/** Why a signed action was refused, and the revisions of others since. Nothing was changed. */
export function toRefusedPage(problem: string, since: readonly TimelineEntry[] = []): ConsolePage {
  return {
    title: "Not done",
    place: consolePath,
    lede: "Nothing was changed.",
    content: h(
      Fragment,
      null,
      h("p", { className: "notice bad apart", role: "alert" }, problem),
      since.length > 0 && h("h2", { className: "apart" }, "What was done meanwhile"),
      since.length > 0 && h(Steps, { entries: since, canAct: false }),
      h(
        "p",
        { className: "actions apart" },
        h("a", { className: "act", href: consolePath }, "What is live"),
        h("a", { href: `${consolePath}/history` }, "History"),
      ),
    ),
  };
}

/** The page for an action that the store did not confirm, and that may be recorded. @param after the newest revision before the action */
export function toUncertainPage(problem: string, after: number): ConsolePage {
  return {
    title: "Perhaps done",
    place: consolePath,
    lede: "It may be recorded, or not.",
    content: h(
      Fragment,
      null,
      h("p", { className: "notice bad apart", role: "alert" }, problem),
      h(
        "p",
        { className: "actions apart" },
        h("a", { className: "act", href: `${consolePath}/done?after=${after}` }, "Is it done?"),
        h("a", { href: consolePath }, "What is live"),
      ),
    ),
  };
}

function Steps({ entries, canAct }: Pick<DonePage, "entries" | "canAct">): ReactElement {
  return h(
    "ol",
    { className: "timeline" },
    ...entries.map(({ record, changes, before }, index) =>
      h(
        "li",
        { key: record.set.revision, className: index === 0 ? "now" : undefined },
        h("h2", null, `${record.set.revision} · ${toActionText(record)}`),
        h("p", { className: "quiet" }, h(Moment, { at: record.at }), ` · ${record.by}`),
        h("blockquote", null, record.why),
        h(RevisionChanges, { record, before, changes }),
        index === 0 && canAct && before && h(Undo, { asked: toUndo(record, before), revision: record.set.revision }),
      ),
    ),
  );
}

function Undo({ asked, revision }: { asked: AskedAction | undefined; revision: number }): ReactElement | null {
  if (!asked) return null;
  const action = { ...asked, why: `Undo of revision ${revision}` };
  return h("p", { className: "actions" }, h(PrepareLink, { action, text: "Undo", of: `revision ${revision}` }));
}
