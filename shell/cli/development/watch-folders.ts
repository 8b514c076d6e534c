import { join } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import { toProblem } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import { toPackageRoot, workspaceRoot } from "../workspace/workspace.ts";

/** Milliseconds without a further save before a restart: editors write a file more than once. */
const quietMs = 60;

/** Folders of code that runs in the server's process, and is not part of a release. */
const serverFolders = ["shell/sites", "shell/src/server", "shell/src/layout", "shared-contracts/src"];

/** Routes and layouts: the shell's configuration writes them into its release. */
const layoutFolder = "shell/src/layout";

/** Folders whose file names a package's configuration lists when the bundler starts. */
const listedFolders = ["src/exposes", "messages"];

export interface FolderEvents {
  /** The server's own code or configuration was saved. */
  onServer(): void;
  onLayout(): void;
  /** A data document was saved. */
  onData(): void;
  /** A file that a package's configuration lists was added or removed. */
  onListed(name: PackageName): void;
  /** A package's `rspack.config.ts` was saved. */
  onConfiguration(name: PackageName): void;
}

/**
 * Watches the files that the bundlers of packages do not watch.
 * @param dataFolder of the data documents
 * @returns a function that stops watching
 */
export function watchFolders(
  dataFolder: string,
  names: readonly PackageName[],
  { onServer, onLayout, onData, onListed, onConfiguration }: FolderEvents,
): () => Promise<void> {
  const watchers = [
    watchAll(serverFolders.map(toPath)).on("all", onceQuiet(onServer)),
    watchAll([toPath(layoutFolder)]).on("all", onceQuiet(onLayout)),
    watchAll([dataFolder]).on("all", onData),
    ...names.map((name) =>
      watchAll(listedFolders.map((folder) => join(toPackageRoot(name), folder)))
        .on("add", () => onListed(name))
        .on("unlink", () => onListed(name)),
    ),
    ...names.map((name) =>
      watchAll([join(toPackageRoot(name), "rspack.config.ts")]).on(
        "all",
        onceQuiet(() => onConfiguration(name)),
      ),
    ),
  ];
  return async () => void (await Promise.all(watchers.map((watcher) => watcher.close())));
}

const toPath = (folder: string): string => join(workspaceRoot, folder);

function watchAll(folders: readonly string[]): FSWatcher {
  return (
    watch([...folders], { ignoreInitial: true })
      // A file that cannot be watched, such as a link that leads to itself. The others are watched.
      .on("error", (error) => console.error(`A file is not followed: ${toProblem(error)}.`))
  );
}

/** Calls a function once, after {@link quietMs} without a further call. */
function onceQuiet(run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, quietMs);
  };
}
