import { shellName } from "@site/contracts/names/package-name";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/** The overlay's script in a release of the shell. Files in `server/` have no public address. */
const file = "server/overlay.js";

/** The prefix of overlays' addresses. The version of the shell follows. */
export const overlayPath = "/-/overlay/";

/** The overlay of a set. */
export interface OverlayFile {
  url: string;
  /** `sha384-…`, from the signed manifest of the release. */
  integrity: string;
  bytes: Buffer;
}

/** The overlay of the shell's release in a set; undefined when that release has none. */
export function findOverlay({ packages }: { packages: LoadedPackages }): OverlayFile | undefined {
  const shell = packages.get(shellName);
  const bytes = shell?.files.get(file);
  const integrity = shell?.release.files[file]?.integrity;
  if (!shell || !bytes || integrity === undefined) return undefined;
  return { url: `${overlayPath}${shell.release.version}.js`, integrity, bytes };
}
