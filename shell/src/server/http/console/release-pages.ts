import { createElement as h, Fragment, type ReactElement } from "react";
import type { Reader } from "../../console/console-sources.ts";
import type { PackageReleases, ShownRelease } from "../../console/read-releases.ts";
import { type ReleaseSizes, toProvenanceRows } from "../../publishing/release-facts.ts";
import type { ConsolePage } from "./console-page.ts";
import { Badge, Card, consolePath, Facts, Moment, ReleaseLink, RevokedBadge, SiteLink, Table } from "./parts.ts";
import { canAct, PrepareLink } from "./prepare-link.ts";

const place = `${consolePath}/releases`;

/** The admitted releases of every package. */
export function toReleasesPage(packages: readonly PackageReleases[], reader: Reader): ConsolePage {
  return {
    title: "Releases",
    place,
    lede: "What was admitted: signed by its team, and checked. The newest first.",
    content: h(
      "div",
      { className: "cards two" },
      ...packages.map(({ name, live, releases }) =>
        h(
          Card,
          { key: name, id: `of-${name}`, title: name },
          h(Table, {
            caption: `Releases of ${name}`,
            heads: ["Release", "Admitted", "State"],
            rows: releases.map(({ version, at, isRevoked }) => ({
              key: version,
              cells: [
                h(ReleaseLink, { name, version }),
                h(Moment, { at }),
                version === live || isRevoked
                  ? h(
                      Fragment,
                      null,
                      version === live && h(Badge, { tone: "good", text: "live" }),
                      " ",
                      isRevoked && h(RevokedBadge),
                    )
                  : canAct(reader)
                    ? h(PrepareLink, {
                        action: { kind: "promote", with: `${name}@${version}` },
                        text: "Promote",
                        of: `${name}@${version}`,
                      })
                    : "",
              ],
            })),
          }),
        ),
      ),
    ),
  };
}

/** A release, its provenance and its surface. */
export function toReleasePage(shown: ShownRelease, reader: Reader): ConsolePage {
  const { release, digest, at, isLive, checks, radius, sizes, before } = shown;
  const { name, version } = release;
  return {
    title: name,
    place,
    lede: h(
      Fragment,
      null,
      h("span", { className: "version" }, version),
      " ",
      isLive && h(Badge, { tone: "good", text: "live" }),
    ),
    content: h(
      "div",
      { className: "cards two" },
      h(
        "p",
        { className: "actions wide" },
        !isLive &&
          h(
            "a",
            { className: "act", href: `${consolePath}/difference?from=live&to=${name}@${version}` },
            "Compare with what is live",
          ),
        !isLive &&
          canAct(reader) &&
          h(PrepareLink, { action: { kind: "canary-start", with: `${name}@${version}` }, text: "Start a canary" }),
        !isLive &&
          canAct(reader) &&
          h(PrepareLink, { action: { kind: "promote", with: `${name}@${version}` }, text: "Promote", isPrimary: true }),
        !isLive && h(SiteLink, { path: `/-/override?with=${name}@${version}`, text: "See it in the live site" }),
      ),

      h(
        Card,
        { id: "origin", title: "Where it comes from" },
        h(Facts, {
          facts: [
            ["admitted", h(Moment, { at })],
            ...toProvenanceRows(release).map(([term = "", text = ""]) => [term, text] as const),
            ["digest", h("code", null, digest)],
          ],
        }),
      ),
      h(
        Card,
        { id: "radius", title: "What it touches" },
        radius
          ? h(
              Fragment,
              null,
              h("p", { className: "share" }, h("strong", null, String(radius.pages)), ` of ${radius.allPages} pages`),
              h(Facts, {
                facts: [
                  ["routes", `${radius.routes.length} of ${radius.allRoutes}: ${radius.routes.join(", ") || "none"}`],
                  ["locales", radius.locales.join(", ")],
                ],
              }),
            )
          : h("p", { className: "quiet" }, "It is incompatible with the live set, so no page can show it."),
      ),
      h(Card, { id: "sizes", title: "Sizes" }, h(Sizes, { sizes, before })),
      h(
        Card,
        { id: "checks", title: "Checks" },
        checks
          ? h(
              Fragment,
              null,
              h(
                "p",
                null,
                `${checks.checks.length} of the whole set, in revision ${checks.revision}, for ${checks.sites.join(", ")}.`,
              ),
              h("ul", { className: "checks" }, ...checks.checks.map((check) => h("li", { key: check }, check))),
            )
          : h("p", null, "It passed those of one release when it was admitted. It was in no live set."),
      ),
    ),
  };
}

function Sizes({ sizes, before }: Pick<ShownRelease, "sizes" | "before">): ReactElement {
  const rows: readonly (readonly [label: string, kind: keyof ReleaseSizes])[] = [
    ["Scripts, compressed", "scripts"],
    ["Styles, compressed", "styles"],
    ["Other browser files", "other"],
    ["Server files", "server"],
  ];
  const toGrowth = (kind: keyof ReleaseSizes): string => {
    const more = before ? sizes[kind] - before.sizes[kind] : 0;
    return `${more < 0 ? "−" : "+"}${Math.abs(more).toLocaleString("en")}`;
  };
  return h(
    Fragment,
    null,
    h(Table, {
      caption: "Bytes by kind of file",
      heads: ["Bytes", "Now", ...(before ? ["Growth"] : [])],
      figures: [1, 2],
      rows: rows.map(([label, kind]) => ({
        key: kind,
        cells: [label, sizes[kind].toLocaleString("en"), ...(before ? [toGrowth(kind)] : [])],
      })),
    }),
    before &&
      h("p", { className: "quiet" }, "Growth against ", h("span", { className: "version" }, before.version), "."),
  );
}
