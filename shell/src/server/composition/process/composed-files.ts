import { toImageKey } from "@site/contracts/islands/image";
import { shellName } from "@site/contracts/names/package-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { LoadedRelease } from "../../releases/loaded-release.ts";

/** Of a release what composing reads: its server files, its styles, and of the shell what stands in a document. */
export function toComposedFiles({ files, ...release }: LoadedRelease, { logo }: SiteConfig): LoadedRelease {
  const isShell = release.release.name === shellName;
  const isComposed = (path: string): boolean =>
    path.startsWith("server/") ||
    path.endsWith(".css") ||
    (isShell &&
      (path === "browser/boot.js" ||
        path === `browser${logo.path}` ||
        (toImageKey(shellName, path)?.startsWith("shell/icon.") ?? false)));
  return { ...release, files: new Map([...files].filter(([path]) => isComposed(path))) };
}
