import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerLimits } from "@site/contracts/answers/answer-limits";
import { toProblem } from "@site/contracts/errors";
import { compare, type Figure, tell, toPercentile } from "../harness/figures.ts";
import { fetchPage } from "../harness/fetch-page.ts";
import { type NotePackage, openGrownStore } from "../harness/grown-store.ts";
import { type Gate, measureGate } from "../harness/measure-gate.ts";
import { plotLines } from "../harness/plot-lines.ts";
import { readTreeCpu, readTreeMemory } from "../harness/process-tree.ts";
import type { Bench, BenchResources } from "../harness/bench-resources.ts";
import { listPaths, serveSite } from "../harness/serve-site.ts";
import { waitForQuiet } from "../harness/wait-for-quiet.ts";
import { readTag, waitForFlip } from "../harness/watch-page.ts";

/** A site that is larger than ours in one dimension. */
interface Size {
  pages?: number;
  remotes?: number;
  locales?: number;
  stored?: number;
}

/** A dimension of growth: its sizes, smallest first, each with its factor to the smallest. */
interface Axis {
  name: string;
  colour: string;
  sizes: readonly { size: Size; label: string; times: number }[];
}

/** Packages of the site, and the one with further pages. */
const fixedPackages = 6;

const axes: readonly Axis[] = [
  {
    name: "remotes",
    colour: "#a33d00",
    sizes: [7, 20, 50].map((remotes) => ({ size: { remotes }, label: `${remotes} remotes`, times: remotes / 7 })),
  },
  {
    name: "languages",
    colour: "#2f7d32",
    sizes: [1, 10].map((locales) => ({ size: { locales }, label: `${locales} languages`, times: locales })),
  },
  {
    name: "stored releases",
    colour: "#6a3fa0",
    sizes: [10, 1000].map((stored) => ({ size: { stored }, label: `${stored} stored releases`, times: stored / 10 })),
  },
  {
    name: "pages",
    colour: "#0b5cad",
    sizes: [25, 250, 2500].map((pages) => ({ size: { pages }, label: `${pages} pages`, times: pages / 25 })),
  },
];

/** Further remotes on one page: half of the slots that an island may have, so that it is not refused. */
const remotesOnPage = answerLimits.slotPlaces / 2;

/** Requests of home for the median. */
const requests = 400;

/** Timeout in milliseconds for the start of the largest site. */
const within = 300_000;

/** Milliseconds after which no further size is measured. */
const longEnough = 900_000;

const toPlotFile = (name: string): string => join(import.meta.dirname, `../../../docs/${name}.svg`);

/** The measurements of one size. */
interface Measured {
  start: number;
  startCpu: number;
  memory: number;
  /** Milliseconds from a promote of a note on one page until the page shows it. */
  promotes: number[];
  latency: number;
  documentBytes: number;
  /** The release checks of that note, which is on one page, with cached renders of the other pages. */
  gate: Gate[];
  /** Milliseconds per page of the release checks of the shell. */
  shellGate: number;
}

/** The costs that grow with a site, and those that must not. */
export const scale: Bench = {
  name: "scale",
  about:
    "a site of up to 2,500 pages, 50 remotes, 10 languages or 1,000 stored releases: start, memory, promote, latency, document, release checks",
  async run(resources) {
    const began = performance.now();
    const missing: string[] = [];
    const outcomes: { axis: Axis; measured: Measured[] }[] = [];
    for (const axis of axes) {
      const measured: Measured[] = [];
      for (const { size, label } of axis.sizes) {
        resources.say(label);
        try {
          if (performance.now() - began > longEnough) throw new Error("the smaller ones took too long");
          measured.push(await measureSize(resources, size));
        } catch (error) {
          missing.push(`Not measured: ${label}, because ${toProblem(error)}.`);
          break;
        }
      }
      outcomes.push({ axis, measured });
    }
    const plot = (file: string, title: string, read: (one: Measured) => number): void =>
      writeFileSync(
        toPlotFile(file),
        plotLines({
          title,
          across: "times the smallest site",
          up: "milliseconds",
          lines: outcomes.map(({ axis: { name, colour, sizes }, measured }) => ({
            name,
            colour,
            points: measured.map((one, index): [number, number] => [sizes[index]?.times ?? 1, read(one)]),
          })),
        }),
      );
    plot(
      "scale-start",
      "Processor time of a start with nothing kept, by what a site has more of",
      (one) => one.startCpu,
    );
    plot("scale-gate", "Release checks of a package on one page, by what a site has more of", (one) =>
      toPercentile(toTimes(one.gate), 50),
    );
    plot("scale-promote", "A promote that changes one page: until it shows, by what a site has more of", (one) =>
      toPercentile(one.promotes, 50),
    );
    return {
      figures: outcomes.flatMap(({ axis, measured }) => toFigures(axis, measured)),
      notes: [
        ...missing,
        "The floor of each line is the smallest site of its direction.",
        "Each site has one page more, with a note on it, a package of its own: the promotes are the note's. Further remotes stand on that page and the next ones.",
        "The release checks are those of one site, with what those of the shell, of every page, learned before.",
        "A page in a further language says what the English one says.",
        "Best compression and pictures are off.",
        `The lines are drawn in ${["scale-start", "scale-promote", "scale-gate"].map(toPlotFile).join(", ")}.`,
      ],
    };
  },
};

async function measureSize(resources: BenchResources, size: Size): Promise<Measured> {
  const note: NotePackage = { name: "note", pages: 1 };
  const more = Math.max(0, (size.remotes ?? 0) - fixedPackages - 1);
  const others = Array.from({ length: more }, (_, index): NotePackage => ({
    name: `remote-${index + 1}`,
    pages: 1,
    from: 1 + Math.floor(index / remotesOnPage),
  }));
  const guides = Math.max(1 + Math.floor(more / remotesOnPage), (size.pages ?? 0) - (await countFixed(resources)));
  const store = await openGrownStore(resources, guides, [note, ...others], size.stored);
  const remembered = await resources.folder();
  const { all: shellGate } = await measureGate(store.storeDir, remembered, "shell");
  resources.say(`release checks of the shell: ${Math.round(shellGate)} ms`);
  // The first check after that of the shell also renders the other packages.
  await measureGate(store.storeDir, remembered, note.name);
  const began = performance.now();
  const site = await serveSite(resources, {
    storeDir: store.storeDir,
    within,
    env: { WORK_AHEAD: "0", BENCH_LOCALES: String(size.locales ?? 1) },
  });
  const start = performance.now() - began;
  await waitForQuiet(site.pid);
  const startCpu = readTreeCpu(site.pid);
  const memory = readTreeMemory(site.pid).total;
  const latencies: number[] = [];
  for (let asked = 0; asked < requests; asked += 1) {
    const from = performance.now();
    await fetchPage(site.origin, "/");
    latencies.push(performance.now() - from);
  }
  const document = await fetchPage(site.origin, "/", {});
  const promotes: number[] = [];
  const gate: Gate[] = [];
  const path = store.guides[0] ?? "/";
  for (let round = 0; round < resources.rounds; round += 1) {
    const promote = await store.prepare(note);
    gate.push(await measureGate(store.storeDir, remembered, note.name));
    await waitForQuiet(site.pid);
    const tag = await readTag(site.origin, path);
    const from = performance.now();
    const [visible] = await Promise.all([waitForFlip(site.origin, tag, { path }), promote()]);
    promotes.push(visible - from);
    await waitForQuiet(site.pid);
  }
  await site.stop();
  return {
    start,
    startCpu,
    memory,
    promotes,
    latency: toPercentile(latencies, 50),
    documentBytes: document.body.length,
    gate,
    shellGate: shellGate / (guides + (await countFixed(resources))),
  };
}

const toTimes = (gates: readonly Gate[]): number[] => gates.map(({ all }) => all);

let fixed: number | undefined;

/** Pages of the site without further ones. */
async function countFixed(resources: BenchResources): Promise<number> {
  if (fixed === undefined) {
    const bare = await serveSite(resources);
    fixed = (await listPaths(bare.origin)).length;
    await bare.stop();
  }
  return fixed;
}

function toFigures({ sizes }: Axis, measured: readonly Measured[]): Figure[] {
  const [smallest] = measured;
  if (!smallest) return [];
  return measured.flatMap((one, index) => {
    const on = sizes[index]?.label ?? "";
    return [
      compare(`${on}: start, nothing kept`, "ms", [one.start], [smallest.start]),
      compare(`${on}: processor time of that start`, "ms", [one.startCpu], [smallest.startCpu]),
      tell(`${on}: memory of all processes`, "MB", one.memory),
      compare(`${on}: promote that changes one page, to visible`, "ms", one.promotes, smallest.promotes),
      compare(`${on}: latency of home`, "ms", [one.latency], [smallest.latency]),
      tell(`${on}: document of home`, "bytes", one.documentBytes),
      compare(`${on}: release checks of that package`, "ms", toTimes(one.gate), toTimes(smallest.gate)),
      tell(
        `${on}: islands rendered in them`,
        "count",
        one.gate.map(({ renders }) => renders),
      ),
      compare(`${on}: release checks of the shell, a page`, "ms", [one.shellGate], [smallest.shellGate]),
    ];
  });
}
