import { shellName } from "@site/contracts/names/package-name";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/** The overlay's script in a release of the shell. What lies in `server/` has no public address. */
const file = "server/overlay.js";

/** What the addresses of overlays begin with. The version of the shell follows. */
export const overlayPath = "/-/overlay/";

/** The overlay of a set. */
export interface OverlayFile {
  url: string;
  /** `sha384-…`, from the signed list of the release. */
  integrity: string;
  bytes: Buffer;
}

/** The overlay of the shell's release in a set; undefined where that has none. */
export function findOverlay({ packages }: { packages: LoadedPackages }): OverlayFile | undefined {
  const shell = packages.get(shellName);
  const bytes = shell?.files.get(file);
  const integrity = shell?.release.files[file]?.integrity;
  if (!shell || !bytes || integrity === undefined) return undefined;
  return { url: `${overlayPath}${shell.release.version}.js`, integrity, bytes };
}
