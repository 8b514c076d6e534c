import { join, relative } from "node:path";
import type { Compiler, container, RspackPluginInstance } from "@rspack/core";
import type { PackageName } from "../src/names/package-name.ts";
import type { IslandDescriptor } from "../src/islands/island.ts";
import { FailedBundle } from "./describe-plugin.ts";
import { generateBrowserExposes } from "./generate-entries.ts";

/** The options of federation's container without its exposes. */
export type ContainerOptions = Omit<ConstructorParameters<typeof container.ContainerPlugin>[0], "exposes">;

/** The islands differ from those with which a watched bundle began. */
class OtherIslands extends Error {}

interface IslandsOptions {
  name: PackageName;
  root: string;
  /**
   * Called when the browser's bundle begins.
   * @param changed the files that were saved before, in a watching build
   */
  readIslands: (changed: ReadonlySet<string> | undefined) => Promise<readonly IslandDescriptor[]>;
  /** Federation's options for the islands that hydrate; without them, as in the shell, no island is exposed. */
  container?: ContainerOptions;
}

/**
 * Adds a package's islands to its browser bundle. Which of them hydrate is known only from the server file, so they are added when the bundle begins
 * and not when it is configured. A watched bundle keeps the islands with which it began: it stops with an error when they change.
 */
export class IslandsPlugin implements RspackPluginInstance {
  readonly #options: IslandsOptions;
  #added: string | undefined;

  constructor(options: IslandsOptions) {
    this.#options = options;
  }

  /** @throws Error when the bundle has other islands */
  assertHas(islands: readonly IslandDescriptor[]): void {
    if (this.#added !== toShape(islands))
      throw new OtherIslands(`The islands of ${this.#options.name} have changed: start the build again.`);
  }

  apply(compiler: Compiler): void {
    const add = async (): Promise<void> => {
      const islands = await this.#options.readIslands(compiler.modifiedFiles);
      if (this.#added !== undefined) return this.assertHas(islands);
      this.#added = toShape(islands);
      addIslands(compiler, islands, this.#options);
    };
    compiler.hooks.beforeRun.tapPromise("IslandsPlugin", add);
    // A watching build whose hook fails does not run again, so a server file that does not build or describe itself is reported as an error of the
    // compilation. Other islands need a new build anyway.
    let problem: Error | undefined;
    compiler.hooks.watchRun.tapPromise("IslandsPlugin", async () => {
      problem = undefined;
      await add().catch((error: unknown) => {
        if (error instanceof OtherIslands) throw error;
        problem = error instanceof Error ? error : new Error(String(error));
      });
    });
    compiler.hooks.thisCompilation.tap("IslandsPlugin", (compilation) => {
      // The server's bundle reports its errors itself.
      if (problem && !(problem instanceof FailedBundle)) compilation.errors.push(problem);
    });
  }
}

/** The properties of islands that decide the content of the browser's bundle. */
export function toShape(islands: readonly IslandDescriptor[]): string {
  return JSON.stringify(islands.map(({ key, hydrate, router }) => [key, hydrate !== "never", router]));
}

function addIslands(
  compiler: Compiler,
  islands: readonly IslandDescriptor[],
  { root, container }: IslandsOptions,
): void {
  const { EntryPlugin, container: federation } = compiler.webpack;
  // An island that does not hydrate is bundled for its CSS only; its script is left out of the release.
  const still = islands.filter(({ hydrate }) => hydrate === "never" || !container);
  for (const { key } of still) {
    const file = join(root, `src/exposes/${key}.tsx`);
    new EntryPlugin(root, file, { name: `still-${key}`, runtime: false }).apply(compiler);
  }
  if (!container || still.length === islands.length) return;
  // Relative to the package: the numbers of a container's modules depend on its imports, and a release has to be the same in every folder.
  const exposes = Object.entries(generateBrowserExposes(root, islands)).map(
    ([key, file]) => [`./${key}`, { import: `./${relative(root, file)}`, name: `expose-${key}` }] as const,
  );
  new federation.ContainerPlugin({ ...container, enhanced: true, exposes: Object.fromEntries(exposes) }).apply(
    compiler,
  );
}
