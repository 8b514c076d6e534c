import type { Command } from "commander";
import { SiteError } from "@site/contracts/errors";
import { toColumns } from "../command-line/columns.ts";
import { parseOrigin } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { type Health, readHealth, type ServerHealth } from "../servers/read-health.ts";

const notes = `
What browsers told of the documents that a server gave: problems by release, and 75th percentiles of web vitals in its regions, each with the
ends of its 95 % interval. One document an hour of each network counts. Each server counts what it was told itself, since its start.
Each error has an id, which visitors are shown where they can see that something failed: site explain says of which release it is, and where in the
sources it was thrown.

Examples:
  SITE_TOKEN=site_… site health --of https://www.site.example
  SITE_TOKEN=site_… site health content --of https://a.internal.example
`;

/** Adds `site health`: figures of visitors' pages, by release. */
export function addHealth(program: Command, { answer, token }: CommandContext): void {
  program
    .command("health [remote]")
    .description("what visitors meet, by release: the share of documents with a problem, and web vitals")
    .requiredOption("--of <url>", "the server to ask; SITE_TOKEN has a token of it", parseOrigin)
    .addHelpText("after", notes)
    .action(async (remote: string | undefined, { of }: { of: string }) => {
      const told = await readHealth(of, token);
      const releases = told.releases.filter((one) => remote === undefined || one.remote === remote);
      // A document reports every release of its set, so a package that no document reported does not belong to the site.
      if (remote !== undefined && releases.length === 0 && told.releases.length > 0) {
        const known = [...new Set(told.releases.map((one) => one.remote))].join(", ");
        throw new SiteError("PACKAGE_UNKNOWN", { name: remote, known });
      }
      const requests = remote === undefined ? told.requests : [];
      const head = ["RELEASE", "DOCUMENTS", "WITH A PROBLEM", "INP P75", "LCP P75", "CLS P75"];
      const lines = toColumns([head, ...releases.map(toRow)]);
      answer(
        [
          ...(releases.length > 0 ? [...lines, ...toErrorLines(releases)] : ["No browser has told of a document yet."]),
          ...toRequestLines(requests),
        ].join("\n"),
        { releases, requests },
      );
    });
}

/** The errors that browsers reported, each with its innermost place in a script, or with the release of its region. */
function toErrorLines(releases: readonly Health[]): string[] {
  const rows = releases.flatMap(({ remote, version, errors }) =>
    errors.map(({ id, kind, at, views }) => [id, String(views), kind, at[0] ?? `${remote}@${version}`]),
  );
  return rows.length > 0 ? ["", ...toColumns([["ERROR", "DOCUMENTS", "KIND", "WHERE"], ...rows])] : [];
}

/** The requests that failed on the server. */
function toRequestLines(requests: ServerHealth["requests"]): string[] {
  const rows = requests.map(({ id, at, status, path, problem }) => [
    id,
    at,
    String(status),
    `${path} ${problem}`.trim(),
  ]);
  return rows.length > 0 ? ["", ...toColumns([["ERROR", "AT", "STATUS", "REQUEST"], ...rows])] : [];
}

function toRow({ remote, version, views, rate, vitals }: Health): string[] {
  const vital = (name: string, digits: number, unit: string): string => {
    const one = vitals[name];
    if (!one) return "(none)";
    const [value, low, high] = [one.value, one.low, one.high].map((figure) => figure.toFixed(digits));
    return `${value}${unit} (${low} to ${high})`;
  };
  return [
    `${remote}@${version}`,
    String(views),
    `${toPercent(rate.value)} % (${toPercent(rate.low)} to ${toPercent(rate.high)})`,
    vital("inp", 0, " ms"),
    vital("lcp", 0, " ms"),
    vital("cls", 3, ""),
  ];
}

function toPercent(share: number): string {
  return (share * 100).toFixed(1);
}
