import { setTimeout as sleep } from "node:timers/promises";
import { toProblem } from "@site/contracts/errors";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { toBody } from "../../src/server/pages/encoded-page.ts";
import { budget } from "../harness/budgets.ts";
import { changedRemote, copyRemote } from "../harness/copied-remote.ts";
import { runSite } from "../harness/edit-release.ts";
import { fetchPage } from "../harness/fetch-page.ts";
import { createFlipper, everywhere, type Flipper } from "../harness/flipper.ts";
import { compare, type Figure, tell, toPercentile } from "../harness/figures.ts";
import { sampleLatency } from "../harness/latency.ts";
import { run } from "../harness/processes.ts";
import { type Bench, interleave, type BenchResources } from "../harness/bench-resources.ts";
import { listPaths, openStore, type ServedSite, serveSite } from "../harness/serve-site.ts";
import { readTag, waitForFlip } from "../harness/watch-page.ts";
import { measureWarmStart } from "../harness/warm-start.ts";

const promotes = 100;

/** Milliseconds between two promotes, and after the floor was measured between them. */
const pauseMs = 100;
const restMs = 250;

/** Seconds of steady requests per round, and milliseconds between the promotes among them. */
const sampled = 5;
const swapEvery = 1000;

/** The time until a release is live, and its effect on visitors. */
export const release: Bench = {
  name: "release",
  about: "promote to visible, latency meanwhile, change to live, compose, warm start",
  async run(resources) {
    const site = await serveSite(resources, { storeDir: await openStore(resources) });
    const store = await openReleaseStore(toStorePlaces(site.storeDir), { signs: true });
    const built = (await store.current())?.set.versions[everywhere] ?? "";
    const openFlipper = (count: number): Promise<Flipper> => createFlipper(resources, site, { store, built, count });
    const flipper = await openFlipper(editions);
    const flips = await measureFlips(resources, site, flipper, "");
    const back = await measureFlips(resources, site, await openFlipper(2), " of a version seen before");
    const latency = await measureLatency(resources, site, flipper);
    const change = await measureChange(resources, site);
    // A failed part loses only its own lines; the others are printed.
    const warm = await measureWarmStart(resources, site.storeDir).catch((error: unknown) => {
      resources.say(toProblem(error));
      return [];
    });
    return {
      figures: [...flips, ...back, ...latency, ...change, ...warm],
      notes: [
        `Promotes go through ${editions} versions of ${everywhere}, which is on every page: when a version comes again, nothing of it is remembered. A version seen before is one of two that take turns, as in a rollback.`,
        "The floor of flips and composing is compressing every page and payload once at the quality of a flip, on an idle bench process.",
        "The floor of a change is three starts of Node, which its three commands cannot do without; of a warm start, a bare Node server.",
      ],
    };
  },
};

/** Versions that are promoted in turn: more than the number whose fragments the composing process caches. */
const editions = 8;

async function measureFlips(
  resources: BenchResources,
  site: ServedSite,
  { flip }: Flipper,
  what: string,
): Promise<Figure[]> {
  resources.say(`promoting ${promotes} times${what}`);
  const bodies = await fetchBodies(site);
  const fromCall: number[] = [];
  const fromReturn: number[] = [];
  const compression: number[] = [];
  const composedBefore = readCompositions(site).length;
  for (let turn = 0; turn < promotes; turn += 1) {
    const before = await readTag(site.origin);
    const { began, ended } = await flip();
    const seen = await waitForFlip(site.origin, before);
    fromCall.push(seen - began);
    fromReturn.push(seen - ended);
    await sleep(pauseMs);
    // Not directly before a promote: this process, which promotes as well, collects its garbage then.
    if (turn % 10 === 9) {
      compression.push(compressOnce(bodies));
      await sleep(restMs);
    }
  }
  const compositions = readCompositions(site).slice(composedBefore);
  const compose = pickFirsts(compositions).map(({ milliseconds }) => milliseconds);
  const [pages, quick] = [compose, fromCall].map((values) => groupTens(values).map((ten) => toPercentile(ten, 50)));
  return [
    tell(`promote${what} to visible, p99 of 100, from its call`, "ms", toPercentile(fromCall, 99), {
      goal: "1 s, better 0.3",
    }),
    tell(`promote${what} to visible, p99 of 100, from its return`, "ms", toPercentile(fromReturn, 99), {
      goal: "1 s, better 0.3",
    }),
    compare(`promote${what} to visible, from its call, medians of ten`, "ms", quick ?? [], compression),
    tell(
      `promote${what} itself: verifying six releases and writing the revision`,
      "ms",
      fromCall.map((value, index) => value - (fromReturn[index] ?? NaN)),
    ),
    compare(`composing every page${what}, medians of ten`, "ms", pages ?? [], compression, "1 s"),
    tell(`composing every page${what}, all`, "ms", compose, { goal: "1 s" }),
    tell(`compositions for 100 promotes${what}`, "count", compositions.length, { goal: "100" }),
  ];
}

function groupTens(values: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(values.length / 10) }, (_, index) => values.slice(index * 10, index * 10 + 10));
}

/** All pages and payloads that a flip affects: each for the four country rules. */
async function fetchBodies({ origin }: ServedSite): Promise<Buffer[]> {
  const paths = await listPaths(origin);
  const one = await Promise.all(
    paths
      .flatMap((path) => [path, `${path}_payload.json`])
      .map(async (path) => (await fetchPage(origin, path, {})).body),
  );
  return [...one, ...one, ...one, ...one];
}

function compressOnce(bodies: readonly Buffer[]): number {
  const started = performance.now();
  for (const body of bodies) toBody(body.toString("utf8"), "quick");
  return performance.now() - started;
}

interface Composition {
  revision: number;
  milliseconds: number;
}

/** The compositions in the server's log so far. */
function readCompositions({ output }: ServedSite): Composition[] {
  return [...output().matchAll(/"revision":(\d+),.*?"seconds":([\d.]+),"msg":"the set is live"/g)].map(
    ([, revision, seconds]) => ({
      revision: Number(revision),
      milliseconds: Number(seconds) * 1000,
    }),
  );
}

/** The composition that made each revision live: later ones of the same revision find the work done. */
function pickFirsts(compositions: readonly Composition[]): Composition[] {
  return [...Map.groupBy(compositions, ({ revision }) => revision).values()].flatMap(([first]) =>
    first ? [first] : [],
  );
}

async function measureLatency(resources: BenchResources, { origin }: ServedSite, { flip }: Flipper): Promise<Figure[]> {
  resources.say("asking 200 times a second, in peace and during promotes");
  const { steady, swapping } = await interleave(resources.rounds, {
    steady: () => sampleLatency(resources, `${origin}/`, sampled),
    async swapping() {
      const samples = sampleLatency(resources, `${origin}/`, sampled);
      for (let turn = 0; turn * swapEvery < sampled * 1000; turn += 1) {
        await flip();
        await sleep(swapEvery);
      }
      return samples;
    },
  });
  const at = (rounds: typeof steady, percent: number): number[] =>
    rounds.map((samples) =>
      toPercentile(
        samples.map(({ milliseconds }) => milliseconds),
        percent,
      ),
    );
  return [
    compare("latency p99 during promotes, beside steady", "ms", at(swapping, 99), at(steady, 99), "2x"),
    compare("latency median during promotes, beside steady", "ms", at(swapping, 50), at(steady, 50)),
    tell(
      "requests that failed during promotes",
      "count",
      swapping.map((samples) => samples.filter(({ status }) => status !== 200).length),
      { goal: "0", budget: budget.failedRequests },
    ),
  ];
}

async function measureChange(resources: BenchResources, { origin, storeDir }: ServedSite): Promise<Figure[]> {
  resources.say(`changing ${changedRemote}`);
  const copy = await copyRemote(resources);
  let turn = 0;
  const steps: Record<"build" | "publish" | "promote" | "visible", number[]> = {
    build: [],
    publish: [],
    promote: [],
    visible: [],
  };
  const { ours, floor } = await interleave(resources.rounds, {
    async ours() {
      turn += 1;
      copy.change(`Download ${turn}`);
      const before = await readTag(origin);
      const times = [performance.now()];
      const version = await copy.build();
      times.push(performance.now());
      await runSite(resources, storeDir, "publish", changedRemote, "--from", copy.dist);
      times.push(performance.now());
      await runSite(resources, storeDir, "promote", `${changedRemote}@${version}`, "--why", "measuring");
      times.push(performance.now());
      times.push(await waitForFlip(origin, before));
      const [began = 0, built = 0, published = 0, promoted = 0, visible = 0] = times;
      steps.build.push(built - began);
      steps.publish.push(published - built);
      steps.promote.push(promoted - published);
      // The page may have changed before the promoting command ended.
      steps.visible.push(Math.max(0, visible - promoted));
      return visible - began;
    },
    async floor() {
      const began = performance.now();
      for (let start = 0; start < 3; start += 1) await run(resources, process.execPath, ["-e", "0"]);
      return performance.now() - began;
    },
  });
  return [
    compare("one remote changed: rebuilt, signed, published, live", "ms", ours, floor, "5 s, better 3"),
    ...Object.entries(steps).map(([step, values]) => tell(`  of which ${step}`, "ms", values)),
  ];
}
