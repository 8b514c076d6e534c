import { utimes } from "node:fs/promises";
import { join } from "node:path";
import type { RenderedIsland } from "@site/contracts/islands/island";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { RenderOutcome } from "@site/contracts/confine/answers";
import type { RenderPool } from "../composition/render/render-pool.ts";
import { prune } from "./kept-files.ts";
import { RenderFile, toRenderKey } from "./render-file.ts";
import { makeFolders } from "../disk/make-folders.ts";

/** Files that are kept, one for each release with one shell: enough for the last few publishes. */
const keptFiles = 24;

const ending = ".renders";

/** A pool that renders what it has not rendered before, by this process or an earlier one. */
export interface RememberingPool extends RenderPool {
  /**
   * Writes new renders. Those that cannot be written are rendered again the next time.
   * @param passed whether the check found no problem: then the renders of the checked releases are remembered as well, for later sets with them
   */
  save(passed: boolean): Promise<void>;
}

/**
 * Remembers the HTML of releases that are not being checked, or that have passed, in a folder of this machine. A render depends only on the release, the
 * shell and the task, so these three are its key. Damaged files are ignored.
 * @param isChecked the releases that are being checked: their renders are never taken from memory
 */
export function rememberRenders(
  pool: RenderPool,
  folder: string,
  isChecked: (release: LoadedRelease) => boolean,
): RememberingPool {
  const files = new Map<string, RenderFile>();
  /** Renders of the checked releases, by file. Remembered once they have passed. */
  const fresh = new Map<string, Map<string, RenderedIsland>>();

  function open(name: string): RenderFile {
    const opened = files.get(name) ?? new RenderFile(join(folder, name));
    files.set(name, opened);
    return opened;
  }

  return {
    ...pool,
    async render(release, shell, tasks) {
      const name = `${release.release.name}-${release.digest.slice(0, 24)}-${shell.digest.slice(0, 24)}${ending}`;
      const keys = tasks.map(toRenderKey);
      if (isChecked(release) || isChecked(shell)) {
        const outcomes = await pool.render(release, shell, tasks);
        const renders = fresh.get(name) ?? new Map<string, RenderedIsland>();
        fresh.set(name, renders);
        for (const [key, island] of listGood(keys, outcomes)) if (!renders.has(key)) renders.set(key, island);
        return outcomes;
      }
      const file = open(name);
      const remembered = await file.find(keys);
      const missing = [...tasks.keys()].filter((index) => !remembered.has(keys[index] ?? ""));
      const rendered =
        missing.length > 0
          ? await pool.render(
              release,
              shell,
              missing.flatMap((index) => tasks[index] ?? []),
            )
          : [];
      await file.add(
        listGood(
          missing.map((index) => keys[index] ?? ""),
          rendered,
        ),
      );
      const outcomes = new Map(missing.map((index, place) => [index, rendered[place]] as const));
      return tasks.map((_task, index): RenderOutcome => {
        const island = remembered.get(keys[index] ?? "");
        return outcomes.get(index) ?? (island ? { ok: true, island } : { ok: false, problem: "it was not rendered" });
      });
    },
    async save(passed) {
      try {
        for (const [name, renders] of passed ? fresh : []) await open(name).add(renders);
        await makeFolders(folder);
        const now = new Date();
        for (const [name, file] of files) {
          if (file.isChanged) await file.save();
          else await utimes(join(folder, name), now, now).catch(() => undefined);
        }
        await prune(folder, ending, keptFiles);
        // Earlier versions wrote files that had to be read as a whole.
        await prune(folder, ".json", 0);
      } catch {
        // Ignored, as with a full disk or a folder of another account: the next check renders again.
      }
    },
  };
}

/** The successful renders of tasks, by their keys. */
function listGood(keys: readonly string[], outcomes: readonly RenderOutcome[]): [string, RenderedIsland][] {
  return outcomes.flatMap((outcome, index): [string, RenderedIsland][] => {
    const key = keys[index];
    return outcome.ok && key !== undefined ? [[key, outcome.island]] : [];
  });
}
