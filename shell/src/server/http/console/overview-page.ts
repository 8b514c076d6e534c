import { createElement as h, Fragment, type ReactElement } from "react";
import type { Reader } from "../../console/console-sources.ts";
import type { LivePackage, Overview, ShownCanary } from "../../console/read-overview.ts";
import { toActionText } from "../../publishing/action-text.ts";
import { toShownTime } from "../../testers/shown-time.ts";
import type { ConsolePage } from "./console-page.ts";
import { HealthCharts } from "./health-chart.ts";
import {
  Badge,
  Card,
  Changes,
  consolePath,
  Facts,
  Moment,
  ReleaseLink,
  ReleaseProblems,
  RevokedBadge,
  SiteLink,
  Table,
} from "./parts.ts";
import { canAct, PrepareLink } from "./prepare-link.ts";
import { WaitingReleases } from "./waiting-releases.ts";

/** Seconds between two reloads of a page that the reader watches. */
const refreshSeconds = 15;

/**
 * The console's first page: the live releases, on which servers, and since when.
 * @param isWatched whether the reader turned on the browser's reloads
 */
export function toOverviewPage(overview: Overview, reader: Reader, isWatched: boolean): ConsolePage {
  const { record, canary, previews } = overview;
  const { freeze } = record.channels ?? {};
  return {
    title: `Revision ${record.set.revision}`,
    place: consolePath,
    ...(isWatched && { refreshSeconds }),
    lede: h(
      Fragment,
      null,
      "Live since ",
      h(Moment, { at: record.at }),
      ` by ${record.by}: ${toActionText(record)}, “${record.why}”`,
    ),
    content: h(
      "div",
      { className: "cards" },
      freeze &&
        h(
          "p",
          { className: "notice wide", role: "note" },
          h("strong", null, "Frozen"),
          ` since ${toShownTime(freeze.since)}: ${freeze.why}. Nothing moves but rollbacks. `,
          canAct(reader) && h(PrepareLink, { action: { kind: "thaw" }, text: "Thaw" }),
        ),
      h(Card, { id: "stable", title: "Stable set", wide: true }, h(StableSet, { overview, reader })),
      overview.waiting.length > 0 &&
        h(Card, { id: "waiting", title: "Not live yet", wide: true }, h(WaitingReleases, { overview, reader })),
      h(
        Card,
        { id: "canary", title: "Canary", wide: canary !== undefined },
        canary
          ? h(CanaryContent, { canary, reader, isWatched })
          : h("p", { className: "quiet" }, "No canary is under way: all visitors get the stable set."),
      ),
      h(Card, { id: "servers", title: "Servers" }, h(Servers, { overview })),
      h(Card, { id: "previews", title: "Previews" }, h(Previews, { previews })),
      canAct(reader) &&
        h(Card, { id: "all", title: "The whole site" }, h(SiteActions, { isFrozen: freeze !== undefined })),
    ),
  };
}

function StableSet({ overview, reader }: { overview: Overview; reader: Reader }): ReactElement {
  const { record, packages } = overview;
  const acts = canAct(reader);
  return h(
    Fragment,
    null,
    h("p", null, "Set ", h("code", null, record.set.id), "."),
    h(Table, {
      caption: "The packages of the stable set",
      heads: ["Package", "Release", "Live since", "By", ...(acts ? ["Change"] : [])],
      rows: packages.map((one) => ({
        key: one.name,
        cells: [
          one.name,
          h(
            Fragment,
            null,
            h(ReleaseLink, { name: one.name, version: one.version }),
            h(ReleaseProblems, one),
            one.pin &&
              h(
                "span",
                { className: "pin" },
                h(Badge, { tone: "warn", text: `pinned until ${toShownTime(one.pin.until)}` }),
                " ",
                one.pin.why,
              ),
          ),
          one.since
            ? h(Fragment, null, h(Moment, { at: one.since.at }), `, revision ${one.since.set.revision}`)
            : "long ago",
          one.since?.by ?? "",
          ...(acts ? [h(PackageActions, { one })] : []),
        ],
      })),
    }),
  );
}

function PackageActions({ one: { name, pin, since } }: { one: LivePackage }): ReactElement {
  const hasEarlier = since?.set.revision !== 1;
  return h(
    "span",
    { className: "actions" },
    !pin && hasEarlier && h(PrepareLink, { action: { kind: "rollback", name }, text: "Roll back", of: name }),
    pin
      ? h(PrepareLink, { action: { kind: "unpin", name }, text: "Unpin", of: name })
      : h(PrepareLink, { action: { kind: "pin", name }, text: "Pin", of: name }),
  );
}

function CanaryContent(props: { canary: ShownCanary; reader: Reader; isWatched: boolean }): ReactElement {
  const { canary, reader, isWatched } = props;
  return h(
    Fragment,
    null,
    h(
      "p",
      { className: "share" },
      h("strong", null, `${canary.percent} %`),
      " of visitors, since ",
      h(Moment, { at: canary.since }),
    ),
    h("meter", { min: 0, max: 100, value: canary.percent, "aria-label": "Share of visitors" }, `${canary.percent} %`),
    canary.steps.length > 0 &&
      h(
        "p",
        { className: "quiet" },
        canary.steps.map(({ percent, from }) => `${percent} % from ${toShownTime(from)}`).join(", "),
      ),
    h(Changes, { changes: canary.changes }),
    canary.revoked.length > 0 &&
      h(
        "p",
        null,
        h(RevokedBadge),
        ` Its visitors go on getting ${canary.revoked.join(", ")}. Stop takes it back from them.`,
      ),
    canary.health.some(({ stable, canary: other }) => stable?.views || other?.views) &&
      h(
        "p",
        { className: "legend quiet" },
        h("span", { className: "dot stable" }),
        "stable ",
        h("span", { className: "dot canary" }),
        "canary. What browsers told this server since its start.",
      ),
    h(
      "p",
      { className: "quiet" },
      isWatched
        ? h("a", { href: `${consolePath}#canary` }, "Stop reading again")
        : h("a", { href: `${consolePath}?fresh#canary` }, `Read again every ${refreshSeconds} seconds`),
    ),
    ...canary.health.map((one) => h(HealthCharts, { key: one.name, ...one })),
    h(
      "p",
      { className: "actions" },
      h("a", { href: `${consolePath}/difference?from=live&to=canary` }, "Compare with the stable set"),
      canAct(reader) && h(PrepareLink, { action: { kind: "canary-share" }, text: "Change the share" }),
      canAct(reader) &&
        canary.revoked.length === 0 &&
        h(PrepareLink, { action: { kind: "canary-promote" }, text: "Promote the canary" }),
      canAct(reader) && h(PrepareLink, { action: { kind: "canary-stop" }, text: "Stop the canary" }),
    ),
  );
}

function Servers({ overview: { servers, record, hasServerList } }: { overview: Overview }): ReactElement {
  return h(
    Fragment,
    null,
    h(Table, {
      caption: "Servers and their revisions",
      heads: ["Server", "Revision", "State"],
      figures: [1],
      rows: servers.map(({ server, live, lag }) => ({
        key: server,
        cells: [
          server,
          String(live ?? "none"),
          lag
            ? h(Badge, { tone: "warn", text: `${lag.why} since ${toShownTime(lag.since)}` })
            : live === record.set.revision
              ? h(Badge, { tone: "good", text: "up to date" })
              : h(Badge, { tone: "warn", text: "updating" }),
        ],
      })),
    }),
    !hasServerList && h("p", { className: "quiet" }, "A store of files has no list of its servers."),
  );
}

function Previews({ previews }: Pick<Overview, "previews">): ReactElement {
  if (previews.length === 0) return h("p", { className: "quiet" }, "None is named.");
  return h(
    Fragment,
    null,
    ...previews.map(({ name, since, changes }) =>
      h(
        "div",
        { key: name },
        h("h3", null, name),
        h(Facts, { facts: [["Since", h(Moment, { at: since })]] }),
        h(Changes, { changes }),
        h(
          "p",
          { className: "actions" },
          h(SiteLink, { path: `/-/override?preview=${name}`, text: "See it in the live site", of: name }),
          h(
            "a",
            {
              href: `${consolePath}/difference?${new URLSearchParams({ from: "live", to: `preview:${name}` })}`,
              "aria-label": `Compare with the stable set: ${name}`,
            },
            "Compare with the stable set",
          ),
        ),
      ),
    ),
  );
}

/** Actions for all packages. Going back works in a frozen channel, too. */
function SiteActions({ isFrozen }: { isFrozen: boolean }): ReactElement {
  return h(
    Fragment,
    null,
    h("p", { className: "quiet" }, "You see what is touched before anything changes."),
    h(
      "p",
      { className: "actions" },
      h(PrepareLink, { action: { kind: "rollback" }, text: "Roll back the set" }),
      !isFrozen && h(PrepareLink, { action: { kind: "freeze" }, text: "Freeze" }),
    ),
  );
}
