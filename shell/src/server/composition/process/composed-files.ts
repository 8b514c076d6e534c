import { toImageKey } from "@site/contracts/islands/image";
import { type Layout, layoutFile } from "@site/contracts/pages/layout";
import { shellName } from "@site/contracts/names/package-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { isLinked } from "../fragments/fallbacks.ts";
import type { FragmentSource } from "../fragments/fragment-source.ts";
import { inlinedScripts, isFirstLibrary } from "../documents/shell-scripts.ts";

/** A release with only the files that composing reads: server files, styles, and the shell's files that documents inline or name with a hash. */
export function toComposedFiles({ files, ...release }: LoadedRelease, { logo }: SiteConfig): LoadedRelease {
  const isShell = release.release.name === shellName;
  const isComposed = (path: string): boolean =>
    (path.startsWith("server/") && path !== layoutFile) ||
    path.endsWith(".css") ||
    (isShell &&
      (inlinedScripts.includes(path) ||
        isFirstLibrary(path) ||
        path === `browser${logo.path}` ||
        (toImageKey(shellName, path)?.startsWith("shell/icon.") ?? false)));
  return { ...release, files: new Map([...files].filter(([path]) => isComposed(path))) };
}

/** A layout with only what composing reads: of its routes those that fallbacks link to. The plan of each page is sent with the page. */
export function toComposedLayout({ frame, heads, routes }: Layout): FragmentSource["layout"] {
  return { frame, heads, routes: routes.filter(isLinked) };
}
