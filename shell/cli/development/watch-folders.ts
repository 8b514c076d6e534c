import { join } from "node:path";
import { watch } from "chokidar";
import type { PackageName } from "@site/contracts/names/package-name";
import { toPackageRoot, workspaceRoot } from "../workspace/workspace.ts";

/** Milliseconds without a further save before something is started anew: editors write a file more than once. */
const quietMs = 60;

/** What of the site's server runs in its process, and not in a release. */
const serverFolders = ["shell/sites", "shell/src/server", "shell/src/layout", "shared-contracts/src"];

/** Routes and layouts: the shell's configuration writes them into its release. */
const layoutFolder = "shell/src/layout";

/** Folders of a package whose files its configuration lists when the bundler starts. */
const listedFolders = ["src/exposes", "messages"];

export interface FolderEvents {
  /** The server's own code or configuration was saved. */
  onServer(): void;
  onLayout(): void;
  /** A data document was saved. */
  onData(): void;
  /** A file that a package's configuration lists was added or removed. */
  onListed(name: PackageName): void;
}

/**
 * Watches what the bundlers of packages do not.
 * @param dataFolder of the data documents
 */
export function watchFolders(
  dataFolder: string,
  names: readonly PackageName[],
  { onServer, onLayout, onData, onListed }: FolderEvents,
): void {
  watchAll(serverFolders.map(toPath), onceQuiet(onServer));
  watchAll([toPath(layoutFolder)], onceQuiet(onLayout));
  watchAll([dataFolder], onData);
  for (const name of names)
    watch(
      listedFolders.map((folder) => join(toPackageRoot(name), folder)),
      { ignoreInitial: true },
    )
      .on("add", () => onListed(name))
      .on("unlink", () => onListed(name));
}

const toPath = (folder: string): string => join(workspaceRoot, folder);

function watchAll(folders: readonly string[], onSaved: () => void): void {
  watch([...folders], { ignoreInitial: true }).on("all", onSaved);
}

/** Calls a function once, when there was no further call for {@link quietMs}. */
function onceQuiet(run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, quietMs);
  };
}
