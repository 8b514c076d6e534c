import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Compiler, RspackPluginInstance } from "@rspack/core";
import type { DescribeOutcome } from "../confine/answers.ts";
import { openConfinedRemote } from "../confine/confined-remote.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { explainFailedBuild } from "./explain-failed-build.ts";
import { explainUndescribed } from "./explain-undescribed.ts";
import { readSharedServer } from "./shared-server.ts";

/** The description of a package by its server file: its islands and its head fragment. */
export type Description = DescribeOutcome & { ok: true };

/** The server's bundle has errors, which it reports itself. */
export class FailedBundle extends Error {}

/** Gets the description of the package from the server file of a build. The browser's bundle and the release depend on it. */
export class DescribePlugin implements RspackPluginInstance {
  readonly #package: { name: PackageName; root: string };
  readonly #isWatched: boolean;
  /** Server bundles of a watching build whose builds have not ended. */
  readonly #building = new Map<Compiler, PromiseWithResolvers<void>>();
  /** Bundles that are built again with those for the server, and have been built before. */
  readonly #beside = new Set<Compiler>();
  #problem: Error | undefined = new Error("the server file is not built");
  #folder = "";
  #description: Promise<Description> | undefined;

  /** @param isWatched whether the description is kept while only files change that have no part in it */
  constructor(described: { name: PackageName; root: string }, isWatched = false) {
    this.#package = described;
    this.#isWatched = isWatched;
  }

  apply(compiler: Compiler): void {
    this.follow(compiler);
    compiler.hooks.done.tap("DescribePlugin", (stats) => {
      this.#problem = stats.hasErrors() ? new FailedBundle(explainFailedBuild(this.#package.root, stats)) : undefined;
      this.#folder = compiler.outputPath;
      if (!this.#isWatched || !isLook(compiler.modifiedFiles)) this.#description = undefined;
    });
  }

  /** Lets {@link readBeside} wait for a server bundle, and builds the bundles that call it with this one. */
  follow(compiler: Compiler): void {
    if (!this.#isWatched) return;
    const begin = (): void => {
      if (!this.#building.has(compiler)) this.#building.set(compiler, Promise.withResolvers());
    };
    const end = (): void => {
      this.#building.get(compiler)?.resolve();
      this.#building.delete(compiler);
    };
    begin();
    compiler.hooks.invalid.tap("DescribePlugin", begin);
    compiler.hooks.watchRun.tap("DescribePlugin", () => {
      for (const { watching } of this.#beside) if (watching?.running === false) watching.invalidate();
    });
    compiler.hooks.done.tap({ name: "DescribePlugin", stage: 50 }, end);
    compiler.hooks.failed.tap("DescribePlugin", end);
    // A build that is closed while it runs calls neither `done` nor `failed`.
    compiler.hooks.watchClose.tap("DescribePlugin", end);
  }

  /** Builds a bundle at the same time as those for the server, which it calls {@link readBeside} for. */
  buildBeside(compiler: Compiler): void {
    compiler.hooks.done.tap("DescribePlugin", () => void this.#beside.add(compiler));
  }

  /**
   * The description for a bundle that is built at the same time as those for the server: the last one if the changed files have no part in it. Otherwise
   * it is that of the builds that are under way.
   * @param changed the files that were saved for this bundle
   * @throws Error as {@link read} does
   */
  async readBeside(changed: ReadonlySet<string> | undefined): Promise<Description> {
    const known = isLook(changed) ? await this.#description?.catch(() => undefined) : undefined;
    if (known) return known;
    await Promise.all([...this.#building.values()].map(({ promise }) => promise));
    return this.read();
  }

  /**
   * The description of the last build. Call it after every bundle for the server is built.
   * @throws Error when there is no server file, or it does not describe its islands
   */
  async read(): Promise<Description> {
    if (this.#problem !== undefined) throw this.#problem;
    this.#description ??= describeServerFile(this.#package, this.#folder);
    return this.#description;
  }
}

/** Whether only components, styles and texts changed. Then the description is the same, and getting it again would take longer than the build. */
function isLook(changed: ReadonlySet<string> | undefined): boolean {
  return (
    changed !== undefined &&
    changed.size > 0 &&
    [...changed].every((file) => /\/src\/ui(\/|$)|\/messages(\/|$)|\.(css|md|svg)$/.test(file))
  );
}

/** The shared libraries of this build if it is the shell's, else those of the shell. */
async function readShared(root: string, folder: string): Promise<string> {
  const own = join(folder, "shared.cjs");
  return existsSync(own) ? readFileSync(own, "utf8") : readSharedServer(join(root, ".build/shared"));
}

/**
 * Runs the new server file in a confined process, as servers do, so that a hostile library in it cannot access the building
 * machine.
 */
async function describeServerFile(
  { name, root }: { name: PackageName; root: string },
  folder: string,
): Promise<Description> {
  const file = join(folder, "entry.cjs");
  const source = readFileSync(file, "utf8");
  const remote = openConfinedRemote({
    server: { label: name, source },
    shared: { label: "shell", source: await readShared(root, folder) },
  });
  try {
    const told = await remote.describe();
    if (told.ok) return told;
    const map = existsSync(`${file}.map`) ? readFileSync(`${file}.map`) : undefined;
    throw new Error(explainUndescribed({ name, root, source, map, told }));
  } finally {
    remote.close();
  }
}
