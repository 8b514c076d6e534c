import { SiteError } from "@site/contracts/errors";
import { type Layout, layoutFile, parseLayout } from "@site/contracts/pages/layout";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { LoadedRelease } from "./loaded-release.ts";

/**
 * The layout in the shell's release of a set, from verified bytes.
 * @throws SiteError `SET_INCOMPLETE` without a shell, `LAYOUT_UNSUPPORTED` or `LAYOUT_INVALID` for a layout this server cannot use
 */
export function readLayout(packages: ReadonlyMap<PackageName, Pick<LoadedRelease, "label" | "files">>): Layout {
  const shell = packages.get(shellName);
  if (!shell) throw new SiteError("SET_INCOMPLETE", { missing: shellName, shell: "every set" });
  return parseLayout(shell.files.get(layoutFile)?.toString("utf8"), shell.label);
}
