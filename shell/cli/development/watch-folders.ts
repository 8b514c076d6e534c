import { join } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import { toProblem } from "@site/contracts/errors";
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
  /** A package's `rspack.config.ts` was saved. */
  onConfiguration(name: PackageName): void;
}

/**
 * Watches what the bundlers of packages do not.
 * @param dataFolder of the data documents
 * @returns ends it
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
      // Such as a link that leads to itself. The others are followed.
      .on("error", (error) => console.error(`A file is not followed: ${toProblem(error)}.`))
  );
}

/** Calls a function once, when there was no further call for {@link quietMs}. */
function onceQuiet(run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, quietMs);
  };
}
