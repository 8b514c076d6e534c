import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "./figures.ts";

/** Folders of running benches. An interrupted run removes them. */
const folders = new Set<string>();
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The resources of a bench: processes and folders that end with it, however it ends. */
export interface BenchResources {
  /** How often each side is measured; at least five. */
  rounds: number;
  /** A store whose live set is measured instead of a build of the sources. */
  store: string | undefined;
  /** Calls back when the bench is over, in reverse order. */
  defer(end: () => unknown): void;
  /** A folder that is removed with the bench. */
  folder(): Promise<string>;
  /** Reports progress while the bench waits. */
  say(line: string): void;
}

/** A bench: its name, and its measurement. */
export interface Bench {
  name: string;
  about: string;
  run(resources: BenchResources): Promise<Report>;
}

/** Runs a bench with resources of its own. */
export async function runBench(
  bench: Bench,
  { rounds, store }: Pick<BenchResources, "rounds" | "store">,
  say: (line: string) => void,
): Promise<Report> {
  await using stack = new AsyncDisposableStack();
  return await bench.run({
    rounds,
    store,
    say,
    defer: (end) => stack.defer(async () => void (await end())),
    async folder() {
      const folder = await mkdtemp(join(tmpdir(), "site-bench-"));
      folders.add(folder);
      stack.defer(async () => {
        await rm(folder, { recursive: true, force: true });
        folders.delete(folder);
      });
      return folder;
    },
  });
}

/** Measures each side once per round, in alternating order, so that disturbances of the machine affect all alike. */
export async function interleave<K extends string, T>(
  rounds: number,
  sides: Record<K, () => Promise<T>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(sides) as K[];
  const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) found[name].push(await sides[name]());
  }
  return found;
}
