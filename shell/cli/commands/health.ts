import type { Command } from "commander";
import { SiteError, toProblem } from "@site/contracts/errors";
import * as v from "valibot";
import { toColumns } from "../columns.ts";
import type { CommandContext } from "../command-context.ts";

const notes = `
What browsers told of the documents that a server gave: problems by release, and 75th percentiles of web vitals in its regions, each with the
ends of its 95 % interval. One document an hour of each network counts. Each server counts what it was told itself, since its start.

Examples:
  SITE_TOKEN=site_… site health --of https://www.site.example
  SITE_TOKEN=site_… site health content --of https://a.internal.example
`;

const estimateSchema = v.object({ value: v.number(), low: v.number(), high: v.number() });
const healthSchema = v.object({
  releases: v.array(
    v.object({
      remote: v.string(),
      version: v.string(),
      views: v.number(),
      failed: v.number(),
      problems: v.record(v.string(), v.number()),
      rate: estimateSchema,
      vitals: v.record(v.string(), v.object({ ...estimateSchema.entries, count: v.number() })),
    }),
  ),
});
type Health = v.InferOutput<typeof healthSchema>["releases"][number];

/** Adds `site health`: what visitors meet, by release. */
export function addHealth(program: Command, { answer, token }: CommandContext): void {
  program
    .command("health [remote]")
    .description("what visitors meet, by release: the share of documents with a problem, and web vitals")
    .requiredOption("--of <url>", "the server to ask; SITE_TOKEN has a token of it")
    .addHelpText("after", notes)
    .action(async (remote: string | undefined, { of }: { of: string }) => {
      const releases = (await readHealth(of, token)).filter((one) => remote === undefined || one.remote === remote);
      const head = ["RELEASE", "DOCUMENTS", "WITH A PROBLEM", "INP P75", "LCP P75", "CLS P75"];
      const lines = toColumns([head, ...releases.map(toRow)]);
      answer(releases.length > 0 ? lines.join("\n") : "No browser has told of a document yet.", { releases });
    });
}

/** @throws SiteError `LIVE_UNREADABLE` with what the site answered */
async function readHealth(url: string, token: string | undefined): Promise<Health[]> {
  try {
    const response = await fetch(new URL("/-/health", url), {
      redirect: "error",
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`/-/health answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
    return v.parse(healthSchema, await response.json()).releases;
  } catch (cause) {
    throw new SiteError("LIVE_UNREADABLE", { url, problem: toProblem(cause) }, { cause });
  }
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
