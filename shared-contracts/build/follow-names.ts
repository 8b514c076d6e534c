import { existsSync, type FSWatcher, readFileSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { isFile, listNames } from "./list-sources.ts";

/** Folders of a remote in which a new file, or one less, is another island, head fragment or language. */
const listed = ["src/exposes", "messages"];

/** A file that is part of a build if it exists. */
const headScript = "src/head.browser.ts";

/** The watched folders: the listed ones, and their parents, where a checkout of another branch may add or remove them. */
const followed = ["", "src", ...listed];

/** Callbacks for changes of a remote that its bundler does not watch. */
export interface NamesEvents {
  /** The list of its islands or languages changed. */
  onNames(): void;
  /** Its `rspack.config.ts` changed. */
  onConfiguration?(): void;
}

/**
 * Calls back when a remote has changed in a way that its bundler does not watch.
 * @param folder the folder of the remote
 * @returns a function that stops watching
 */
export function followNames(folder: string, { onNames, onConfiguration }: NamesEvents): () => void {
  /** The watcher of each folder, with the folder's inode: a watcher goes on with a folder that was moved, so another inode needs another watcher. */
  const watchers = new Map<string, { inode: number; watcher: FSWatcher }>();
  let names = readNames(folder);
  let configuration = readConfigurationText(folder);

  function attach(): void {
    for (const one of followed) {
      const path = join(folder, one);
      const inode = statSync(path, { throwIfNoEntry: false })?.ino;
      const known = watchers.get(one);
      if (known?.inode === inode) continue;
      known?.watcher.close();
      watchers.delete(one);
      if (inode === undefined) continue;
      try {
        watchers.set(one, { inode, watcher: watch(path, look).on("error", look) });
      } catch {
        // The folder was removed since it was listed: the watcher of its parent reports that.
      }
    }
  }

  function look(): void {
    attach();
    const text = readConfigurationText(folder);
    const now = readNames(folder);
    // An editor empties a file before it writes the text.
    const isConfigured = text !== "" && text !== configuration;
    const isRenamed = now !== names;
    if (isConfigured) configuration = text;
    names = now;
    if (isConfigured) onConfiguration?.();
    if (isRenamed) onNames();
  }

  attach();
  return () => {
    for (const { watcher } of watchers.values()) watcher.close();
  };
}

function readConfigurationText(folder: string): string | undefined {
  const file = join(folder, "rspack.config.ts");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** A text that changes with the list of islands or languages. A file in place of a folder has no names: the build reports it. */
function readNames(folder: string): string {
  const files = listed.map((one) => (isFile(join(folder, one)) ? "file" : listNames(folder, one)));
  return JSON.stringify([...files, existsSync(join(folder, headScript))]);
}
