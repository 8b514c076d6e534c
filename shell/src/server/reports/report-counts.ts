import { LRUCache } from "lru-cache";
import { releaseBasePath } from "@site/contracts/releases/browser-set";
import type { PackageName } from "@site/contracts/names/package-name";
import type { BrowserReport } from "./browser-report.ts";
import { createPrefixCounts } from "./prefix-counts.ts";

/** What reports are counted by. */
export interface ReportLabels {
  /** The directive that was violated, `integrity-policy`, or `other` for one that no policy of ours has. */
  directive: string;
  disposition: "enforce" | "report";
  /** The package whose file violated it, or which it was about; `page` where no file of a release is named. */
  remote: string;
  /** The version of that package in the page's set; for `page` the build, or `unknown`. */
  version: string;
}

export interface CountedReport {
  labels: ReportLabels;
  reports: number;
  /** From how many networks, up to {@link maxPrefixes}. */
  networks: number;
}

export interface ReportCounts {
  /** From now on reports of pages of this build are told apart by its versions; so are those of the builds before. */
  note(build: string, versions: Readonly<Record<PackageName, string>>): void;
  /** @param build the build that the page named @param address of the client */
  count(report: BrowserReport, build: string, address: string): void;
  list(): CountedReport[];
}

/** Builds whose pages may still be open. */
const maxBuilds = 16;

/** Kinds of reports that are counted apart; beyond it, the one that was counted longest ago begins anew. */
const maxKinds = 512;

/** Networks that are told apart for each kind of report. */
const maxPrefixes = 256;

/** The directives of our policies, and those that browsers name in their place. */
const directives = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src frame-src
  child-src worker-src manifest-src media-src object-src base-uri form-action frame-ancestors require-trusted-types-for trusted-types`.split(
    /\s+/,
  ),
);

/** The package and version in the address of a release's file. */
const releaseFile = new RegExp(`^https?://[^/]+${releaseBasePath}([a-z][a-z0-9-]{0,40})/([^/]{1,64})/`);

/**
 * Counts reports by what they are about. Of a report no text is kept: each label is one of a list that the server has. Memory is bounded
 * for any reports.
 */
export function createReportCounts(): ReportCounts {
  const builds = new LRUCache<string, Readonly<Record<PackageName, string>>>({ max: maxBuilds });
  const counts = new LRUCache<string, { labels: ReportLabels; reports: number }>({ max: maxKinds });
  const networks = createPrefixCounts({ maxKeys: maxKinds, maxPrefixes });

  /** The package that a report is about, when its page's set has it in that version. */
  function findPackage(addresses: readonly string[], build: string): Pick<ReportLabels, "remote" | "version"> {
    const versions = builds.peek(build);
    for (const address of addresses) {
      const [, name, version] = releaseFile.exec(address.slice(0, 512)) ?? [];
      if (
        versions &&
        name !== undefined &&
        version !== undefined &&
        Object.hasOwn(versions, name) &&
        versions[name] === version
      )
        return { remote: name, version };
    }
    return { remote: "page", version: versions ? build : "unknown" };
  }

  function toLabels(report: BrowserReport, build: string): ReportLabels {
    if (report.type === "integrity-violation")
      return { directive: "integrity-policy", disposition: "enforce", ...findPackage([report.body.blockedURL], build) };
    const { effectiveDirective, disposition, sourceFile, blockedURL } = report.body;
    return {
      directive: directives.has(effectiveDirective) ? effectiveDirective : "other",
      disposition,
      ...findPackage([sourceFile ?? "", blockedURL], build),
    };
  }

  return {
    note: (build, versions) => void builds.set(build, versions),
    count(report, build, address) {
      const labels = toLabels(report, build);
      const kind = JSON.stringify(labels);
      counts.set(kind, { labels, reports: (counts.get(kind)?.reports ?? 0) + 1 });
      networks.add(kind, address);
    },
    list: () =>
      [...counts.entries()].map(([kind, { labels, reports }]) => ({ labels, reports, networks: networks.count(kind) })),
  };
}
