import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type MultiCompiler, type MultiStats, rspack } from "@rspack/core";
import { toProblem } from "../src/errors/errors.ts";
import { claimFolder } from "./claim-folder.ts";
import type { Configure } from "./configuration.ts";
import { describeErrors } from "./explain-failed-build.ts";

/** Milliseconds without a further save before a build: editors write a file more than once. */
const quietMs = 20;

/** What the builds of a package that is watched end with. */
export interface WatchListener {
  /** @param folder the release that was packed */
  onRelease(folder: string): void;
  /** @param error carries the bundler's messages */
  onProblem(error: Error): void;
}

/** A package that is built again at every save, with all that the build before has read and compiled. */
export interface WatchedRelease {
  /**
   * Begins again with the files that are there: a new island or language is part of no build that is under way.
   * @param changed the configuration from now on, when it is another one
   */
  restart(changed?: Configure): Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds a package for development now and after every save of a file that is part of it.
 * @param place an absolute folder for what is built, or for the first of several builds that are open at once, see {@link claimFolder}
 * @returns also when its configuration is refused, which is a problem of the first build
 */
export function watchRelease(
  configuration: Configure,
  place: string,
  { onRelease, onProblem }: WatchListener,
): WatchedRelease {
  const { folder, release } = claimFolder(place);
  mkdirSync(folder, { recursive: true });
  let configure = configuration;
  let compiler = start();
  /** Settles when the last restart has ended: two at once would leave a bundler open that nothing closes. */
  let restarted = Promise.resolve();

  function start(): MultiCompiler | undefined {
    let started: MultiCompiler;
    try {
      started = rspack(configure({ watched: folder }, { mode: "development" }));
    } catch (error) {
      // There is nothing to watch until it begins again.
      onProblem(error instanceof Error ? error : new Error(toProblem(error)));
      return undefined;
    }
    started.watch({ aggregateTimeout: quietMs }, (error: Error | null, stats: MultiStats | undefined) => {
      if (started !== compiler) return;
      if (!error && stats && !stats.hasErrors()) return onRelease(join(folder, "release"));
      // The text of each bundle separately: the text for all of them is indented, and names bundles instead of packages.
      const texts = stats?.stats
        .filter((one) => one.hasErrors())
        .map((one) => describeErrors(one.compilation.options.context ?? "", one));
      const problem = error ?? new Error(texts?.join("\n") ?? "nothing was built");
      if (problem.message.includes("start the build again")) void restart();
      else onProblem(problem);
    });
    return started;
  }

  function restart(changed?: Configure): Promise<void> {
    if (changed) configure = changed;
    restarted = restartAfter(restarted);
    return restarted;
  }

  async function restartAfter(before: Promise<void>): Promise<void> {
    await before;
    await close(compiler);
    compiler = start();
  }

  return { restart, close: () => close(compiler).finally(release) };
}

function close(compiler: MultiCompiler | undefined): Promise<void> {
  return new Promise((resolve) => (compiler ? void compiler.close(() => resolve()) : resolve()));
}
