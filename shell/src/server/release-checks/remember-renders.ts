import { createHash } from "node:crypto";
import { mkdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { RenderedIsland } from "@site/contracts/islands/island";
import * as v from "valibot";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { islandSchema } from "@site/contracts/confine/answers";
import type { RenderTask } from "@site/contracts/confine/render-messages";
import type { RenderOutcome } from "@site/contracts/confine/answers";
import type { RenderPool } from "../composition/render/render-pool.ts";
import { prune, writeWhole } from "./kept-files.ts";

/** Files that are kept, one for each release with one shell: enough for the last few publishes. */
const keptFiles = 24;

/** Characters that a file may have, twice what the largest of this site has: what a check reads does not grow with the pages it renders nothing of. */
const maxCharacters = 16 * 1024 * 1024;

const rememberedSchema = v.record(v.string(), islandSchema);

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
  const files = new Map<string, Promise<Map<string, RenderedIsland>>>();
  const changed = new Set<string>();
  /** Renders of the checked releases, by file. Remembered once they have passed. */
  const fresh = new Map<string, Map<string, RenderedIsland>>();

  async function read(file: string): Promise<Map<string, RenderedIsland>> {
    try {
      return new Map(Object.entries(v.parse(rememberedSchema, JSON.parse(await readFile(join(folder, file), "utf8")))));
    } catch {
      return new Map();
    }
  }

  function open(file: string): Promise<Map<string, RenderedIsland>> {
    const opened = files.get(file) ?? read(file);
    files.set(file, opened);
    return opened;
  }

  return {
    ...pool,
    async render(release, shell, tasks) {
      const file = `${release.release.name}-${release.digest.slice(0, 24)}-${shell.digest.slice(0, 24)}.json`;
      const keys = tasks.map(toKey);
      if (isChecked(release) || isChecked(shell)) {
        const outcomes = await pool.render(release, shell, tasks);
        keep(fresh.get(file) ?? fresh.set(file, new Map()).get(file), keys, outcomes);
        return outcomes;
      }
      const remembered = await open(file);
      const missing = [...tasks.keys()].filter((index) => !remembered.has(keys[index] ?? ""));
      const rendered =
        missing.length > 0
          ? await pool.render(
              release,
              shell,
              missing.flatMap((index) => tasks[index] ?? []),
            )
          : [];
      const outcomes = new Map(missing.map((index, place) => [index, rendered[place]] as const));
      const answers = tasks.map((_task, index): RenderOutcome => {
        const island = remembered.get(keys[index] ?? "");
        return outcomes.get(index) ?? (island ? { ok: true, island } : { ok: false, problem: "it was not rendered" });
      });
      if (keep(remembered, keys, answers)) changed.add(file);
      return answers;
    },
    async save(passed) {
      try {
        for (const [file, renders] of passed ? fresh : []) {
          const remembered = await open(file);
          for (const [key, island] of renders) remembered.set(key, island);
          changed.add(file);
        }
        await mkdir(folder, { recursive: true });
        const now = new Date();
        for (const [file, renders] of files) {
          if (changed.has(file)) await writeWhole(join(folder, file), toText(await renders));
          else await utimes(join(folder, file), now, now).catch(() => undefined);
        }
        await prune(folder, ".json", keptFiles);
      } catch {
        // Ignored, as with a full disk or a folder of another account: the next check renders again.
      }
    },
  };
}

/** Adds successful renders that are new; of a task that was rendered twice, the first. Returns whether there were any. */
function keep(
  renders: Map<string, RenderedIsland> | undefined,
  keys: readonly string[],
  outcomes: readonly RenderOutcome[],
): boolean {
  let isNew = false;
  for (const [index, outcome] of outcomes.entries()) {
    const key = keys[index] ?? "";
    if (!outcome.ok || !renders || renders.has(key)) continue;
    renders.set(key, outcome.island);
    isNew = true;
  }
  return isNew;
}

/** The renders as JSON: the latest that have room. */
function toText(renders: ReadonlyMap<string, RenderedIsland>): string {
  const parts: string[] = [];
  let room = maxCharacters;
  for (const [key, island] of [...renders].toReversed()) {
    const part = `${JSON.stringify(key)}:${JSON.stringify(island)}`;
    room -= part.length + 1;
    if (room < 0) break;
    parts.push(part);
  }
  return `{${parts.toReversed().join(",")}}`;
}

function toKey(task: RenderTask): string {
  return createHash("sha256").update(JSON.stringify(task)).digest("base64url");
}
