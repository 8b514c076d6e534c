import { SiteError } from "@site/contracts/errors";
import { type Layout, layoutFile, parseLayout } from "@site/contracts/pages/layout";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { LoadedRelease } from "./loaded-release.ts";

/** Layouts by the bytes they were parsed from, which never change. */
const parsed = new WeakMap<Buffer, Layout>();

/**
 * The layout in the shell's release of a set, from verified bytes. A release that is still loaded gives the same object each time.
 * @throws SiteError `SET_INCOMPLETE` without a shell, `LAYOUT_UNSUPPORTED` or `LAYOUT_INVALID` for a layout this server cannot use
 */
export function readLayout(packages: ReadonlyMap<PackageName, Pick<LoadedRelease, "label" | "files">>): Layout {
  const shell = packages.get(shellName);
  if (!shell) throw new SiteError("SET_INCOMPLETE", { missing: shellName, shell: "every set" });
  const bytes = shell.files.get(layoutFile);
  const known = bytes && parsed.get(bytes);
  if (known) return known;
  const layout = parseLayout(bytes?.toString("utf8"), shell.label);
  if (bytes) parsed.set(bytes, layout);
  return layout;
}
