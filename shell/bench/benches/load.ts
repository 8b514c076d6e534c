import { setTimeout as sleep } from "node:timers/promises";
import { recordFigure } from "../../e2e/faults/record-figure.ts";
import { budget } from "../harness/budgets.ts";
import { compare, type Figure, tell, toSpread } from "../harness/figures.ts";
import { flood, type FloodOutcome } from "../harness/flood.ts";
import { load as ask, type LoadOutcome } from "../harness/load.ts";
import { readTreeMemory } from "../harness/process-tree.ts";
import { readCpu } from "../harness/process-usage.ts";
import type { Bench } from "../harness/bench-resources.ts";
import { serveSite } from "../harness/serve-site.ts";

/** Seconds of requests at the server's peak rate, before and after the overload, and at twice that rate. */
const seconds = { peak: 4, twice: 10 };

/** Response time in milliseconds that counts as that before the overload. */
const usualMs = 50;

/** Milliseconds between two health checks meanwhile, and between two requests of a page afterwards. */
const pauseMs = 100;

const paths = ["/", "/about-us/", "/download/", "/privacy-policy/"];

/** The responses when visitors send twice as many requests as the server can answer. */
export const load: Bench = {
  name: "load",
  about: "answers at twice the requests that the server can answer, beside its peak, and how soon it is as before",
  async run(resources) {
    const site = await serveSite(resources);
    const mix = paths.map((path) => ({ path, encoding: "br" }));
    await ask(resources, site.origin, mix, 3);
    const rounds: Round[] = [];
    let unhealthy = 0;
    const idle = readTreeMemory(site.pid).total;
    for (let round = 0; round < resources.rounds; round += 1) {
      resources.say(`round ${round + 1}`);
      const peak = await timed(site.pid, () => ask(resources, site.origin, mix, seconds.peak));
      const watch = watchHealth(site.origin);
      const rate = 2 * peak.outcome.perSecond;
      const twice = await timed(site.pid, () => flood(resources, site.origin, { rate, seconds: seconds.twice, paths }));
      const memory = readTreeMemory(site.pid).total;
      const recovery = await timeRecovery(site.origin);
      unhealthy += await watch();
      // The peak of this machine varies from second to second: the mean of those before and after is used.
      const again = await timed(site.pid, () => ask(resources, site.origin, mix, seconds.peak));
      rounds.push({ peaks: [peak, again], twice, memory, recovery });
    }
    const shares = rounds.map((round) => toPagesOfCpu(round.twice) / toPeakOfCpu(round));
    const recovery = rounds.map((round) => round.recovery);
    const refused = rounds.map(({ twice: { outcome } }) => outcome.refused / outcome.sent);
    recordFigure("overload", "pages answered, beside the peak", toSpread(shares).median);
    recordFigure("overload", "share of requests refused", toSpread(refused).median);
    recordFigure("overload", "seconds until a page is answered as before", Math.max(...recovery) / 1000);
    recordFigure("overload", "health checks that failed", unhealthy);
    const floods = rounds.map(({ twice }) => twice.outcome);
    return {
      figures: [
        tell(
          "visitors who ask at twice the peak",
          "per second",
          floods.map((one) => (one.sent + one.unsent) / one.seconds),
        ),
        tell(
          "of them those who find 3,500 waiting, and do not ask",
          "per second",
          floods.map((one) => one.unsent / one.seconds),
        ),
        compare(
          "pages meanwhile, beside the peak on 32 connections",
          "per second",
          floods.map((one) => one.answered / one.seconds),
          rounds.map(({ peaks }) => toMean(peaks.map(({ outcome }) => outcome.perSecond))),
        ),
        compare(
          "the same for a second of the server's processor time",
          "count",
          rounds.map(({ twice }) => toPagesOfCpu(twice)),
          rounds.map(toPeakOfCpu),
          "0.8x",
        ),
        tell(
          "requests refused",
          "count",
          floods.map((one) => one.refused),
        ),
        ...toTimes("a page answered meanwhile", floods, "answeredMs"),
        ...toTimes("a refusal (503)", floods, "refusedMs"),
        tell(
          "connections that broke meanwhile",
          "count",
          floods.map(({ failed }) => failed),
        ),
        tell("health not answered with 200, at ten requests a second", "count", unhealthy, {
          goal: "0",
          budget: budget.failedRequests,
        }),
        tell("until a page is answered as before", "ms", recovery, { goal: "10 s" }),
        tell("memory of all processes: idle", "MB", idle),
        tell(
          "memory of all processes: after each overload",
          "MB",
          rounds.map(({ memory }) => memory),
        ),
      ],
      notes: [
        "Pages are compared for the same processor time of the server: the process that asks, and other programs of the machine, take the rest.",
      ],
    };
  },
};

interface Round {
  /** Before and after the overload. */
  peaks: readonly Timed<LoadOutcome>[];
  twice: Timed<FloodOutcome>;
  memory: number;
  recovery: number;
}

interface Timed<T> {
  outcome: T;
  /** Processor time of the server's own process. */
  cpuSeconds: number;
}

function toMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function toPeakOfCpu({ peaks }: Round): number {
  return toMean(peaks.map(({ outcome, cpuSeconds }) => outcome.requests / cpuSeconds));
}

function toPagesOfCpu({ outcome, cpuSeconds }: Timed<FloodOutcome>): number {
  return outcome.answered / cpuSeconds;
}

async function timed<T>(pid: number, work: () => Promise<T>): Promise<Timed<T>> {
  const before = readCpu(pid);
  const outcome = await work();
  return { outcome, cpuSeconds: (readCpu(pid) - before) / 1000 };
}

function toTimes(what: string, floods: readonly FloodOutcome[], key: "answeredMs" | "refusedMs"): Figure[] {
  const found = floods.flatMap((one) => one[key] ?? []);
  if (found.length === 0) return [];
  return [
    tell(
      `${what}: median`,
      "ms",
      found.map(({ median }) => median),
    ),
    tell(
      `${what}: 99th percentile`,
      "ms",
      found.map(({ p99 }) => p99),
    ),
  ];
}

/** Checks the server's health until the returned function is called, which returns the number of failed checks. */
function watchHealth(origin: string): () => Promise<number> {
  const over = new AbortController();
  let failed = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const status = await fetch(`${origin}/healthz`).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      if (status !== 200) failed += 1;
      await sleep(pauseMs);
    }
  })();
  return async () => {
    over.abort();
    await watching;
    return failed;
  };
}

/** Milliseconds until a page is answered with 200 and in the usual time. */
async function timeRecovery(origin: string): Promise<number> {
  const from = performance.now();
  for (;;) {
    const asked = performance.now();
    const answer = await fetch(`${origin}/`);
    await answer.arrayBuffer();
    if (answer.status === 200 && performance.now() - asked < usualMs) return performance.now() - from;
    await sleep(pauseMs);
  }
}
