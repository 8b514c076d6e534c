import { existsSync, type FSWatcher, readFileSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { isFile, listNames } from "./list-sources.ts";

/** Folders of a remote in which a new file, or one less, is another island, head fragment or language. */
const listed = ["src/exposes", "messages"];

/** A file that is part of a build if it exists. */
const headScript = "src/head.browser.ts";

/** These folders, and those in which they may be added or removed, as when another branch is checked out. */
const followed = ["", "src", ...listed];

/** A change of a remote that its bundler does not watch. */
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
  /** What watches each folder, with the number of the folder on its disk: one that was moved away is still watched there. */
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
        // It went away meanwhile, which the folder around it tells.
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

/** What decides the list of islands and languages. A file in place of a folder has no names, and is told by the build. */
function readNames(folder: string): string {
  const files = listed.map((one) => (isFile(join(folder, one)) ? "file" : listNames(folder, one)));
  return JSON.stringify([...files, existsSync(join(folder, headScript))]);
}
