import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type MultiCompiler, type MultiStats, rspack } from "@rspack/core";
import { toProblem } from "../src/errors/errors.ts";
import { claimFolder } from "./claim-folder.ts";
import type { Configure } from "./configuration.ts";
import { describeErrors } from "./explain-failed-build.ts";
import { removeLeftovers } from "./pack-plugin.ts";

/** Milliseconds without a further save before a build: editors write a file more than once. */
const quietMs = 20;

/** The outcomes of the builds of a watched package. */
export interface WatchListener {
  /** @param folder the release that was packed */
  onRelease(folder: string): void;
  /** @param error carries the bundler's messages */
  onProblem(error: Error): void;
}

/** A package that is rebuilt at every save, with the caches of the previous build. */
export interface WatchedRelease {
  /**
   * Restarts with the current files: a running build does not include a new island or language.
   * @param changed the new configuration, if it changed
   */
  restart(changed?: Configure): Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds a package for development now and after every save of one of its files.
 * @param place an absolute output folder, or the first of several for concurrent builds, see {@link claimFolder}
 * @returns also when its configuration is refused, which is reported as a problem of the first build
 */
export function watchRelease(
  configuration: Configure,
  place: string,
  { onRelease, onProblem }: WatchListener,
): WatchedRelease {
  const { folder, release } = claimFolder(place);
  mkdirSync(folder, { recursive: true });
  removeLeftovers(folder);
  let configure = configuration;
  let compiler = start();
  /** Settles when the last restart has ended: two concurrent restarts would leave a bundler open. */
  let restarted = Promise.resolve();

  function start(): MultiCompiler | undefined {
    let started: MultiCompiler;
    try {
      started = rspack(configure({ watched: folder }, { mode: "development" }));
    } catch (error) {
      // Nothing is watched until the next restart.
      onProblem(error instanceof Error ? error : new Error(toProblem(error)));
      return undefined;
    }
    started.watch({ aggregateTimeout: quietMs }, (error: Error | null, stats: MultiStats | undefined) => {
      if (started !== compiler) return;
      if (!error && stats && !stats.hasErrors()) return onRelease(join(folder, "release"));
      // The text of each bundle separately: the combined text is indented, and names bundles instead of packages.
      const texts = stats?.stats
        .filter((one) => one.hasErrors())
        .map((one) => describeErrors(one.compilation.options.context ?? "", one));
      const problem = error ?? new Error(texts ? [...new Set(texts)].join("\n") : "nothing was built");
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
