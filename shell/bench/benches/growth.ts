import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listChanged, readTags, ruledEnvironment, type Tags } from "../harness/changed-pages.ts";
import { compare, type Figure, tell, toPercentile } from "../harness/figures.ts";
import { type GrownStore, type NotePackage, openGrownStore } from "../harness/grown-store.ts";
import { beginLatency } from "../harness/latency.ts";
import { beginLoopDelay, endLoopDelay, startIdleProcess } from "../harness/loop-delay.ts";
import { plotLines } from "../harness/plot-lines.ts";
import { readTreeCpu, readTreeMemory } from "../harness/process-tree.ts";
import type { Started } from "../harness/processes.ts";
import type { Bench, BenchResources } from "../harness/bench-resources.ts";
import { listPaths, type ServedSite, serveSite } from "../harness/serve-site.ts";
import { waitForQuiet } from "../harness/wait-for-quiet.ts";
import { readTag, waitForFlip } from "../harness/watch-page.ts";

/** Pages of the large site and of the small one beside which its memory is measured. Each has four variants, by country rule. */
const pages = 1000;
const fewPages = 100;

/** Maximum promotes of each note. A 99th percentile below the maximum would need a hundred, which takes longer than a run may. */
const promotesEach = 20;

/** Promotes of the note on all pages, the end of the line: each takes as long as twenty of the others, and they differ little. */
const promotesOfAll = 2;

/** Rounds after which every page is checked for changes. After the others only pages near the notes are, which takes a tenth of the time. */
const turnsChecked = 2;

/** Pages that are checked after every round: those with notes on few pages, and some more. */
const nearPages = 120;

/** Milliseconds after which notes on few pages are promoted only the minimum number of times. */
const longEnough = 240_000;

/** Timeout in milliseconds for the start of a server with this many pages, and for a promote to be visible. */
const within = 600_000;

const plotFile = join(import.meta.dirname, "../../../docs/promote-growth.svg");

/** The cost of a promote, by the number of pages that show the promoted release. */
export const growth: Bench = {
  name: "growth",
  about: `a promote that touches 1, 10, 100 and all of ${pages} pages x 4 variants: time to visible, pages changed, processor time, event loop; bytes per further page`,
  async run(resources) {
    const few = await measureSmall(resources);
    const fixed = few.fixed;
    const guides = pages - fixed;
    const notes = [1, 10, 100, guides].map((count): NotePackage => ({
      name: count === guides ? "note-all" : `note-${count}`,
      pages: count,
    }));
    resources.say(`making a store with ${pages} pages`);
    const store = await openGrownStore(resources, guides, notes);
    resources.say("starting");
    const began = performance.now();
    const site = await serveGrown(resources, store);
    const started = performance.now() - began;
    await waitForQuiet(site.pid);
    const memory = readTreeMemory(site.pid).total;
    const measured = await measureAll(resources, site, store, notes);
    writeFileSync(plotFile, toPlot(notes, measured));
    return {
      figures: [
        ...notes.flatMap((note) => toFigures(note, measured.get(note) ?? [])),
        tell(`start with ${pages} pages, nothing kept`, "ms", started),
        tell(`memory of all processes, ${pages} pages, after start`, "MB", memory),
        tell("memory of all processes, after the promotes", "MB", readTreeMemory(site.pid).total),
        tell(
          "memory per further page, four variants of it",
          "bytes",
          ((memory - few.memory) * 1024 * 1024) / (pages - fewPages),
        ),
      ],
      notes: [
        `The pages are those of the site and ${guides} guides between the real header, footer and styles; a note, a package of its own, stands on the first 1, 10, 100 or all guides.`,
        "What a publish makes ready is composed before the promote when it changes at most 512 variants of pages: here all notes but the one on all guides.",
        "Processor time is that of all processes from the promote until they are quiet again. Best compression and pictures are off: they follow in the quiet, for the pages that changed.",
        "The floor of the event loop's delay is that of a process that does nothing at the same time: what the machine alone does.",
        `The line is drawn in ${plotFile}.`,
      ],
    };
  },
};

/** One promote. */
interface Promote {
  /** Milliseconds from the call until a page that shows the release has changed. */
  visible: number;
  /** Milliseconds of processor time of all processes. */
  cpu: number;
  /** Processor time between the publish and the promote, for pages that are composed ahead. */
  cpuAhead: number;
  changed: number;
  /** Pages that changed and should not have, plus pages that should have changed and did not. */
  wrong: number;
  loopDelay: number;
  idleDelay: number;
  latencies: number[];
  failed: number;
}

/** The memory of a small site of the same kind, and its number of pages without guides. */
async function measureSmall(resources: BenchResources): Promise<{ memory: number; fixed: number }> {
  resources.say(`serving ${fewPages} pages, for their memory`);
  const bare = await serveSite(resources);
  const fixed = (await listPaths(bare.origin)).length;
  await bare.stop();
  const site = await serveGrown(resources, await openGrownStore(resources, fewPages - fixed, []));
  await waitForQuiet(site.pid);
  const { total: memory } = readTreeMemory(site.pid);
  await site.stop();
  return { memory, fixed };
}

function serveGrown(resources: BenchResources, { storeDir }: GrownStore): Promise<ServedSite> {
  return serveSite(resources, { storeDir, within, env: { ...ruledEnvironment, WORK_AHEAD: "0" } });
}

/** Promotes the notes in turns, so that disturbances of the machine affect all alike. */
async function measureAll(
  resources: BenchResources,
  site: ServedSite,
  store: GrownStore,
  notes: readonly NotePackage[],
): Promise<Map<NotePackage, Promote[]>> {
  const idle = await startIdleProcess(resources);
  const measured = new Map(notes.map((note) => [note, [] as Promote[]]));
  const fixed = await listPaths(site.origin);
  const all = [...fixed, ...store.guides];
  const near = all.slice(0, fixed.length + nearPages);
  let tags = await readTags(site.origin, all);
  const began = performance.now();
  for (let turn = 0; turn < promotesEach; turn += 1) {
    const isLate = performance.now() - began > longEnough;
    if (turn >= resources.rounds && isLate) break;
    for (const note of notes) {
      const isOnAll = note.pages > near.length;
      if (isOnAll && turn >= promotesOfAll) continue;
      const paths = isOnAll || turn < turnsChecked ? all : near;
      const outcome = await measurePromote(resources, { site, idle, store, note, paths, before: tags });
      tags = outcome.tags;
      measured.get(note)?.push(outcome.promote);
      if (turn % 10 === 0)
        resources.say(
          `${note.name}: visible after ${Math.round(outcome.promote.visible)} ms, ${outcome.promote.cpu} ms of processor time, ${outcome.promote.changed} pages changed`,
        );
    }
  }
  return measured;
}

interface Scene {
  site: ServedSite;
  idle: Started;
  store: GrownStore;
  note: NotePackage;
  paths: readonly string[];
  before: Tags;
}

async function measurePromote(
  resources: BenchResources,
  { site, idle, store, note, paths, before }: Scene,
): Promise<{ promote: Promote; tags: Tags }> {
  const shown = store.guides.slice(0, note.pages);
  const path = shown.at(-1) ?? "/";
  const cpuBefore = readTreeCpu(site.pid);
  const promote = await store.prepare(note);
  await waitForQuiet(site.pid);
  const tag = await readTag(site.origin, path);
  const endLatency = await beginLatency(resources, `${site.origin}/healthz`);
  for (const one of [site, idle]) beginLoopDelay(one);
  const cpu = readTreeCpu(site.pid);
  const began = performance.now();
  const [visible] = await Promise.all([waitForFlip(site.origin, tag, { path, within }), promote()]);
  await waitForQuiet(site.pid);
  const used = readTreeCpu(site.pid) - cpu;
  const [delay, idleDelay] = await Promise.all([endLoopDelay(site), endLoopDelay(idle)]);
  const samples = await endLatency();
  const tags = new Map([...before, ...(await readTags(site.origin, paths, before))]);
  const changed = new Set(listChanged(before, tags));
  const right = shown.filter((one) => changed.has(one)).length;
  return {
    tags,
    promote: {
      visible: visible - began,
      cpu: used,
      cpuAhead: cpu - cpuBefore,
      changed: changed.size,
      wrong: changed.size - right + (shown.length - right),
      loopDelay: delay.loopDelayMs,
      idleDelay: idleDelay.loopDelayMs,
      latencies: samples.map(({ milliseconds }) => milliseconds),
      failed: samples.filter(({ status }) => status !== 200).length,
    },
  };
}

function toFigures({ pages: shown }: NotePackage, promotes: readonly Promote[]): Figure[] {
  const on = `shown on ${shown} pages`;
  const all = <K extends keyof Promote>(field: K): Promote[K][] => promotes.map((one) => one[field]);
  const visible = all("visible");
  return [
    tell(`${on}: promote to visible`, "ms", visible, { goal: shown <= 100 ? "p99 600 ms" : "" }),
    tell(`${on}: promote to visible, p99 of ${visible.length}`, "ms", toPercentile(visible, 99), {
      goal: shown <= 100 ? "600 ms" : "",
    }),
    tell(`${on}: processor time of all processes`, "ms", all("cpu")),
    tell(`${on}: processor time of all processes after its publish, before the promote`, "ms", all("cpuAhead")),
    tell(`${on}: pages changed`, "count", all("changed"), { goal: String(shown) }),
    tell(`${on}: pages changed wrongly, or wrongly not`, "count", all("wrong"), { goal: "0", budget: 0 }),
    compare(
      `${on}: event loop's delay, p99 of each promote, beside an idle process`,
      "ms",
      all("loopDelay"),
      all("idleDelay"),
      "10 ms",
    ),
    tell(
      `${on}: latency of /healthz meanwhile, p99 of each promote`,
      "ms",
      promotes.map(({ latencies }) => toPercentile(latencies, 99)),
    ),
    tell(`${on}: requests that failed`, "count", all("failed"), { goal: "0", budget: 0 }),
  ];
}

/** The plot: the cost of a promote over the number of pages, with a line in proportion to that number. */
function toPlot(notes: readonly NotePackage[], measured: ReadonlyMap<NotePackage, readonly Promote[]>): string {
  const toLine = (toValue: (one: Promote) => number): [number, number][] =>
    notes.map((note) => [note.pages, toPercentile((measured.get(note) ?? []).map(toValue), 50)]);
  const cpu = toLine((one) => one.cpuAhead + one.cpu);
  const [last, most] = cpu.at(-1) ?? [1, 1];
  return plotLines({
    title: `A promote over the pages that show it, of ${pages} pages x 4 variants`,
    across: "pages that show what was promoted",
    up: "milliseconds, median",
    lines: [
      { name: "promote to visible", colour: "#0b5cad", points: toLine(({ visible }) => visible) },
      { name: "processor time, publish and promote", colour: "#a33d00", points: cpu },
      {
        name: "in proportion",
        colour: "#666",
        isDashed: true,
        points: cpu.map(([x]): [number, number] => [x, (most * x) / last]),
      },
    ],
  });
}
