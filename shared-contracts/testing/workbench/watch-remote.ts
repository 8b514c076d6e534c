import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MultiCompiler, type MultiStats, rspack, type RspackOptions } from "@rspack/core";
import { type ConfinedRemote, openConfinedRemote } from "../../confine/confined-remote.ts";
import { listErrors, toStopProblem } from "../../build/bundler-errors.ts";
import { readSharedServer } from "../../build/shared-server.ts";
import { serverTarget } from "../../build/bundle-options.ts";
import { claimFolder } from "../../build/claim-folder.ts";
import type { Configure } from "../../build/configuration.ts";
import { entryFile } from "../../build/define-remote.ts";
import { followNames } from "../../build/follow-names.ts";
import { explainUndescribed } from "../../build/explain-undescribed.ts";
import { findLocales, generateBrowserExposes } from "../../build/generate-entries.ts";
import { toShape } from "../../build/islands-plugin.ts";
import { toFilesByChunk } from "../../build/pack-plugin.ts";
import { formatSourceError, toSourceError } from "../../build/source-error.ts";
import { toProblem } from "../../src/errors/errors.ts";
import type { IslandDescriptor } from "../../src/islands/island.ts";
import type { PackageName } from "../../src/names/package-name.ts";
import type { BuildStatus } from "./build-status.ts";
import { listMessageProblems } from "./list-message-problems.ts";
import { readWritten, type Snapshot, takeSnapshot } from "./snapshot.ts";

export interface RemoteWatch {
  /** Where the workbench's own bundles go, so that a release or another workbench that is built beside it stays whole. */
  folder: string;
  /** The last build that worked, if there was one. */
  latest(): Snapshot | undefined;
  status(): BuildStatus;
  /** Calls back with each new status until the returned function is called. */
  onStatus(listener: (status: BuildStatus) => void): () => void;
  close(): Promise<void>;
}

/** A remote that is built into a folder that is not its release's. */
export interface WatchedRemote {
  name: PackageName;
  root: string;
  configure: Configure;
}

/** Milliseconds after which an island is said to render without an end: those of a server that composes pages. */
const islandMs = 2000;

/**
 * Builds a remote now and after every save. The server's file says which islands there are and so what the browser
 * needs: it is built alone first, then both are watched together, and again when the islands change.
 */
export function watchRemote({ name, root, configure }: WatchedRemote): RemoteWatch {
  const listeners = new Set<(status: BuildStatus) => void>();
  const { folder, release } = claimFolder(join(root, ".build/workbench"));
  let status: BuildStatus = { kind: "building" };
  let latest: Snapshot | undefined;
  let running: MultiCompiler | undefined;
  let started = performance.now();
  let closed = false;
  /** Ends the reading of the last build when a later one has ended or is begun anew. */
  let reading = new AbortController();
  const shared = readSharedServer(join(folder, "shared"));

  const tell = (next: BuildStatus): void => {
    status = next;
    for (const listener of listeners) listener(next);
  };
  const fail = (texts: readonly string[]): void =>
    tell({ kind: "failed", problems: texts.map((text) => ({ kind: "build", text })) });

  /** The bundles to watch: that of the server alone while the islands are not known. */
  const toConfigs = (islands: readonly IslandDescriptor[] | undefined): RspackOptions[] =>
    configure({ islands: islands ?? [] }, { mode: "development" })
      .map((bundle) => toWatched(bundle, folder))
      .filter(({ target }) => islands || target === serverTarget);

  const start = (descriptors: readonly IslandDescriptor[] | undefined): void => {
    const compiler = rspack(toConfigs(descriptors));
    running = compiler;
    compiler.hooks.invalid.tap("workbench", () => {
      started = performance.now();
      if (status.kind !== "building") tell({ kind: "building" });
    });
    compiler.watch({ aggregateTimeout: 30 }, (error: Error | null, stats: MultiStats | undefined) => {
      if (running !== compiler) return;
      const signal = beginReading();
      if (error || !stats) return fail([error ? toStopProblem(error) : "nothing was built"]);
      if (stats.hasErrors()) return fail(toTexts(root, stats));
      void finish(stats, descriptors, signal);
    });
  };

  const beginReading = (): AbortSignal => {
    reading.abort();
    reading = new AbortController();
    return reading.signal;
  };

  /**
   * Reads from the server file just written what the remote consists of. A build that ends meanwhile takes precedence: of this one, nothing is told
   * then, not even that it failed, and its process is ended.
   */
  const finish = async (
    stats: MultiStats,
    descriptors: readonly IslandDescriptor[] | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    let remote: ConfinedRemote | undefined;
    const end = (): void => remote?.close();
    signal.addEventListener("abort", end);
    try {
      const file = join(folder, "server/entry.cjs");
      const server = readFileSync(file, "utf8");
      const map = readFileSync(`${file}.map`);
      // Before the next build writes its own there.
      const files = readWritten(stats, join(folder, "browser"));
      remote = await open(server);
      const opened = remote;
      if (signal.aborted) return opened.close();
      const told = await opened.describe();
      if (signal.aborted) return;
      if (!told.ok) throw new Error(explainUndescribed({ name, root, source: server, map, told }));
      const described = told.islands;
      if (!descriptors || toShape(described) !== toShape(descriptors)) {
        opened.close();
        return restart(described);
      }
      const next = takeSnapshot({
        name,
        remote: opened,
        server,
        serverMap: map,
        descriptors: described,
        files,
        entryFile,
        locales: findLocales(root),
        messageIds: Object.values(told.messages).flat(),
        filesByChunk: toFilesByChunk(stats.stats),
      });
      const { version } = next;
      // Built again as it was, nothing is shown anew: what the build before renders at this moment is shown, so it has to go on.
      if (latest?.version === version) opened.close();
      else {
        latest?.remote.close();
        latest = next;
      }
      tell({
        kind: "ready",
        remote: name,
        version,
        milliseconds: performance.now() - started,
        exposes: described,
        locales: [...next.locales],
        problems: listMessageProblems(name, root, told.messages),
      });
    } catch (error) {
      remote?.close();
      if (!signal.aborted) fail([toProblem(error)]);
    } finally {
      signal.removeEventListener("abort", end);
    }
  };

  /** The server file as it was written, to be run as servers run it. */
  const open = async (source: string): Promise<ConfinedRemote> =>
    openConfinedRemote({ server: { label: name, source }, shared: { label: "shell", source: await shared } }, islandMs);

  /** Settles when the last restart has ended: two concurrent restarts would leave a bundler open. */
  let restarted = Promise.resolve();
  const restart = (descriptors: readonly IslandDescriptor[] | undefined): void => {
    reading.abort();
    restarted = restartAfter(restarted, descriptors);
  };
  const restartAfter = async (
    before: Promise<void>,
    descriptors: readonly IslandDescriptor[] | undefined,
  ): Promise<void> => {
    await before;
    await closeCompiler(running);
    running = undefined;
    try {
      if (!closed) start(descriptors);
    } catch (error) {
      refuse(error);
    }
  };

  /** Whether the names of its files are refused. They are looked at again when they change. */
  let isRefused = false;
  const refuse = (error: unknown): void => {
    isRefused = true;
    reading.abort();
    fail([toProblem(error)]);
  };

  start(undefined);
  /** A new or removed file changes the generated modules; writing them wakes the build. */
  const regenerate = (): void => {
    try {
      toConfigs(undefined);
      generateBrowserExposes(root, latest?.descriptors ?? []);
    } catch (error) {
      return refuse(error);
    }
    // Put right, the modules may be those of before, which wakes no build.
    if (isRefused) restart(latest?.descriptors);
    isRefused = false;
  };
  const stopFolders = followNames(root, { onNames: regenerate });
  return {
    folder,
    latest: () => latest,
    status: () => status,
    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      reading.abort();
      stopFolders();
      listeners.clear();
      latest?.remote.close();
      await closeCompiler(running);
      release();
    },
  };
}

function toWatched(bundle: RspackOptions, folder: string): RspackOptions {
  const path = join(folder, bundle.target === serverTarget ? "server" : "browser");
  return { ...bundle, devtool: "source-map", output: { ...bundle.output, path, clean: false } };
}

function toTexts(root: string, stats: MultiStats): string[] {
  const texts = listErrors(stats).map((error) => {
    const known = toSourceError(root, error);
    return known ? formatSourceError(known) : [error.moduleName, error.message].filter(Boolean).join("\n");
  });
  return [...new Set(texts)];
}

function closeCompiler(compiler: MultiCompiler | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (compiler) compiler.close(() => resolve());
    else resolve();
  });
}
