import type { ReleaseSources, ServerSource } from "@site/contracts/confine/render-messages";
import type { LoadedRelease } from "../../releases/loaded-release.ts";

/** The sources that a render process of a release loads, from verified bytes. */
export function toSources(target: LoadedRelease, shell: LoadedRelease): ReleaseSources {
  return {
    server: { label: target.label, source: readText(target, target.release.serverEntry) },
    shared: toShared(shell),
  };
}

/** The shared libraries of a shell. */
export function toShared(shell: LoadedRelease): ServerSource {
  return { label: shell.label, source: readText(shell, "server/shared.cjs") };
}

function readText({ files }: LoadedRelease, path: string): string {
  return files.get(path)?.toString("utf8") ?? "";
}
