import { budget } from "../harness/budgets.ts";
import { fetchPage } from "../harness/fetch-page.ts";
import { compare, type Figure, tell } from "../harness/figures.ts";
import { serveSame } from "../harness/floor.ts";
import { load, loadGenerator, type LoadOutcome, type LoadRequest } from "../harness/load.ts";
import { findNginx, serveStatic } from "../harness/nginx.ts";
import { readCpu, readMemory } from "../harness/process-usage.ts";
import { type Bench, interleave, type BenchResources } from "../harness/bench-resources.ts";
import { listPaths, serveSite, waitUntilSmallest } from "../harness/serve-site.ts";

/** Seconds of load per round and side. */
const seconds = 3;

/** The page throughput of one process, against a bare Node server and a static one that send the same bytes. */
export const throughput: Bench = {
  name: "throughput",
  about: "pages per second and processor time per page, against a bare Map in Node and static nginx",
  async run(resources) {
    const site = await serveSite(resources);
    const idle = readMemory(site.pid);
    await waitUntilSmallest(resources, site);
    const paths = await listPaths(site.origin);
    const bare = await serveSame(resources, site.origin, paths, ["br", "gzip", "identity"]);
    const nginx = findNginx();
    const home: LoadRequest[] = [{ path: "/", encoding: "br" }];
    const mix = paths.flatMap((path) => ["br", "br", "br", "gzip"].map((encoding) => ({ path, encoding })));
    const sides = {
      ours: site,
      bare,
      ...(nginx !== undefined && {
        fast: await serveStatic(resources, nginx, new Map([["/", (await fetchPage(site.origin, "/")).body]])),
      }),
    };
    // Requests during warm-up, while code is still being compiled, do not count.
    for (const { origin } of Object.values(sides)) await load(resources, origin, home, 2);
    resources.say("loading home");
    const one = await interleave(
      resources.rounds,
      mapSides(sides, (side) => () => measure(resources, side, home)),
    );
    resources.say("loading a mix of all pages");
    const { fast: _static, ...dynamic } = { fast: undefined, ...sides };
    const all = await interleave(
      resources.rounds,
      mapSides(dynamic, (side) => () => measure(resources, side, mix)),
    );
    return {
      figures: [
        ...toFigures("home", one.ours ?? [], one.bare ?? [], "bare Map", "0.5x, better 0.9x"),
        ...(one.fast ? toFigures("home", one.ours ?? [], one.fast, "nginx", "0.3x, better 0.6x") : []),
        ...toFigures("all pages, 3 br to 1 gzip", all.ours ?? [], all.bare ?? [], "bare Map", "0.5x, better 0.9x"),
        tell(
          "failed requests",
          "count",
          [...(one.ours ?? []), ...(all.ours ?? [])].map(({ failed }) => failed),
          { goal: "0", budget: budget.failedRequests },
        ),
        tell("memory after start", "MB", idle),
        compare(
          "memory under load, beside the bare Map",
          "MB",
          (all.ours ?? []).map(({ memory }) => memory),
          (all.bare ?? []).map(({ memory }) => memory),
          "200 MB, better 130",
        ),
      ],
      notes: [
        `${loadGenerator} on 32 connections, ${seconds} s a round; it shares the machine's processors with what it measures.`,
      ],
    };
  },
};

interface Side {
  origin: string;
  pid: number;
}

interface Loaded extends LoadOutcome {
  /** Milliseconds of processor time per request. */
  cpu: number;
  memory: number;
}

function mapSides<T>(sides: Record<string, Side>, to: (side: Side) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, to(side)]));
}

async function measure(
  resources: BenchResources,
  { origin, pid }: Side,
  requests: readonly LoadRequest[],
): Promise<Loaded> {
  const before = readCpu(pid);
  const outcome = await load(resources, origin, requests, seconds);
  return { ...outcome, cpu: (readCpu(pid) - before) / outcome.requests, memory: readMemory(pid) };
}

function toFigures(
  what: string,
  ours: readonly Loaded[],
  floor: readonly Loaded[],
  against: string,
  goal: string,
): Figure[] {
  return [
    compare(
      `${what}: requests, beside ${against}`,
      "per second",
      ours.map(({ perSecond }) => perSecond),
      floor.map(({ perSecond }) => perSecond),
      goal,
    ),
    compare(
      `${what}: processor time a request, beside ${against}`,
      "ms",
      ours.map(({ cpu }) => cpu),
      floor.map(({ cpu }) => cpu),
      "0.05 ms, better 0.03",
    ),
  ];
}
