import { budget } from "../harness/budgets.ts";
import { visit } from "../harness/browser.ts";
import { fetchPage } from "../harness/fetch-page.ts";
import { compare, type Figure, tell, toSpread } from "../harness/figures.ts";
import { type LoggedRequest, logRequests } from "../harness/request-log.ts";
import { type Bench, interleave } from "../harness/bench-resources.ts";
import { listPaths } from "../harness/serve-site.ts";
import { openPair, type VisitedPair } from "../harness/visited-pair.ts";
import { installVitalsProbe, readVitals, type Vitals } from "../harness/vitals-probe.ts";

/** Milliseconds after the load event in which an untouched page fetches its core (B186), with a margin. */
const afterLoad = 3500;

/** The loading time of a page, against that of its HTML and CSS alone. */
export const vitals: Bench = {
  name: "vitals",
  about: "first and largest paint, shifts and blocking of home and the longest policy, against their floor",
  async run(resources) {
    const pair = await openPair(resources, "phone");
    const figures: Figure[] = [];
    const own: string[] = [];
    const policy = await findLongestPolicy(pair.site.origin);
    for (const [name, path] of [
      ["/", "/"],
      ["longest policy", policy],
    ] as const) {
      resources.say(`visiting ${path}`);
      const { ours, floor } = await interleave(resources.rounds, {
        ours: () => look(pair, pair.ours, path),
        floor: () => look(pair, pair.floor, path),
      });
      figures.push(...toFigures(name, ours, floor));
      own.push(`${path} fetches beyond its floor: ${listOwnRequests(ours, floor)}.`);
    }
    return {
      figures,
      notes: [
        `The longest policy is ${policy}.`,
        `A phone, cold, 4x slower, 1.6 Mbps, 150 ms round trip with handshakes and slow start, ${pair.front}.`,
        ...own,
      ],
    };
  },
};

interface Look extends Vitals {
  /** Without the measuring script, which is fetched when the browser is idle: in some visits only after the requests were read. */
  requests: LoggedRequest[];
  /** Bytes of that script, with headers; 0 when it was not fetched. */
  measure: number;
}

async function look({ browser }: VisitedPair, origin: string, path: string): Promise<Look> {
  const { page, cdp, close } = await visit(browser, "phone", (context) => context.addInitScript(installVitalsProbe));
  const requests = await logRequests(cdp);
  await page.goto(`${origin}${path}`, { waitUntil: "load" });
  await page.waitForTimeout(afterLoad);
  const all = requests();
  const seen = { ...(await readVitals(page)), requests: all.filter((request) => !isMeasure(request)) };
  await close();
  return { ...seen, measure: all.filter(isMeasure).reduce((sum, { bytes }) => sum + bytes, 0) };
}

function isMeasure({ path }: LoggedRequest): boolean {
  return path.endsWith("/measure.js");
}

function toFigures(name: string, ours: readonly Look[], floor: readonly Look[]): Figure[] {
  const of = (what: string, unit: Figure["unit"], read: (look: Look) => number, goal: string): Figure =>
    compare(`${name} ${what}`, unit, ours.map(read), floor.map(read), goal);
  const scripts = ({ requests }: Look, beforeLoad: boolean): number =>
    requests
      .filter((request) => request.type === "Script" && (request.beforeLoad || !beforeLoad))
      .reduce((sum, { bytes }) => sum + bytes, 0);
  const floorRequests = toSpread(floor.map(({ requests }) => requests.length)).median;
  return [
    of("first paint", "ms", ({ firstPaint }) => firstPaint, "1.05x"),
    of("largest paint", "ms", ({ largestPaint }) => largestPaint, "1.05x"),
    of("layout shift", "shift", ({ shift }) => shift, "0"),
    of("blocking after paint", "ms", ({ blocking }) => blocking, "0"),
    of("blocking before paint", "ms", ({ blockingBefore }) => blockingBefore, "0"),
    {
      ...of("requests, untouched", "count", ({ requests }) => requests.length, "floor + 2"),
      budget: floorRequests + budget.requestsOverFloor,
    },
    tell(
      `${name} request depth`,
      "count",
      ours.map(({ requests }) => Math.max(...requests.map(({ depth }) => depth))),
      { goal: "2", budget: budget.requestDepth },
    ),
    tell(
      `${name} scripts at load`,
      "bytes",
      ours.map((look) => scripts(look, true)),
      { goal: "0", budget: budget.scriptsAtLoad },
    ),
    tell(
      `${name} scripts, untouched, with headers`,
      "bytes",
      ours.map((look) => scripts(look, false)),
      { goal: "23 KB, better 16", budget: budget.untouchedScripts },
    ),
    tell(
      `${name} script that measures, when idle, with headers`,
      "bytes",
      ours.map(({ measure }) => measure),
      { goal: "3 KB" },
    ),
  ];
}

/** The requests that the floor does not have, with their depths. */
function listOwnRequests(ours: readonly Look[], floor: readonly Look[]): string {
  const known = new Set(floor.flatMap(({ requests }) => requests.map(({ path }) => path)));
  const own = ours.flatMap(({ requests }) =>
    requests.filter(({ path }) => !known.has(path)).map(({ path, depth }) => `${path} at depth ${depth}`),
  );
  return [...new Set(own)].join(", ") || "nothing";
}

/** The policy page with the longest HTML. */
export async function findLongestPolicy(origin: string): Promise<string> {
  const policies = (await listPaths(origin)).filter((path) => /policy|terms|rules/.test(path));
  const sizes = await Promise.all(
    policies.map(async (path) => ({ path, size: (await fetchPage(origin, path, {})).body.length })),
  );
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.path ?? "/";
}
