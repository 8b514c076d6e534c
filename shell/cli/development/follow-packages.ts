import { join } from "node:path";
import type { WatchedRelease } from "@site/contracts/build/watch-release";
import { loadConfiguration } from "@site/contracts/build/load-configuration";
import type { PackageName } from "@site/contracts/names/package-name";
import { toBuildProblems, toFolder } from "../../development/build-problems.ts";
import type { Problem } from "../../development/problem.ts";
import { findStale } from "../workspace/build-packages.ts";
import { readBuiltVersion } from "../workspace/built-versions.ts";
import { toPackageRoot, workspaceRoot } from "../workspace/workspace.ts";

/** Builds packages after every save, each with a bundler that stays open. */
export interface FollowedPackages {
  /** Builds packages now and after every save, in sequence, because the bundler uses all processors for one. Resolves after the first build of each. */
  follow(names: readonly PackageName[]): Promise<void>;
  /** Builds a package again after its list of files changed. Does nothing before its first build, which reads the list. */
  restart(name: PackageName): void;
  /** Builds a package with its current configuration, such as the shell with its routes. @throws Error of that configuration */
  configure(name: PackageName): Promise<void>;
  close(): Promise<void>;
}

export interface FollowEvents {
  /** Called with the folder of a release that differs from the previous one. */
  onBuilt(name: PackageName, folder: string): void;
  onProblems(name: PackageName, problems: readonly Problem[]): void;
}

export function followPackages({ onBuilt, onProblems }: FollowEvents): FollowedPackages {
  const watched = new Map<PackageName, WatchedRelease>();

  async function followOne(name: PackageName): Promise<void> {
    // The bundler takes half a second to load: the page with the existing build is shown before.
    const { watchRelease } = await import("@site/contracts/build/watch-release");
    const configure = await loadConfiguration(toPackageRoot(name));
    const first = Promise.withResolvers<void>();
    let isFirst = true;
    /** The version of the previous build; undefined if it failed. */
    let before: string | undefined;
    function endBuild(): void {
      isFirst = false;
      first.resolve();
    }
    const release = watchRelease(configure, join(toPackageRoot(name), ".build/development"), {
      onRelease(folder) {
        const version = readBuiltVersion(name, folder);
        // A bundler builds again for files that were written just before its start. The release in `dist` is live already.
        const isNew = version !== before && (!isFirst || findStale([name]).length > 0);
        before = version;
        if (isNew) onBuilt(name, folder);
        endBuild();
      },
      onProblem(error) {
        before = undefined;
        onProblems(name, toBuildProblems(error, workspaceRoot, toFolder(name)));
        endBuild();
      },
    });
    watched.set(name, release);
    await first.promise;
  }

  return {
    async follow(names) {
      for (const name of names) await followOne(name);
    },
    restart: (name) => void watched.get(name)?.restart(),
    async configure(name) {
      const release = watched.get(name);
      if (release) await release.restart(await loadConfiguration(toPackageRoot(name)));
    },
    async close() {
      await Promise.all([...watched.values()].map((release) => release.close()));
    },
  };
}
