import { LRUCache } from "lru-cache";
import { SiteError } from "@site/contracts/errors";
import { type Layout, layoutFile, parseLayout } from "@site/contracts/pages/layout";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import type { LoadedRelease } from "./loaded-release.ts";

/** Layouts by the bytes they were parsed from, which never change. */
const parsed = new WeakMap<Buffer, Layout>();

/** The latest layouts by the digest of their bytes, for a release that is loaded again. With its plans, one of 2,500 pages takes some megabytes. */
const latest = new LRUCache<Digest, Layout>({ max: 2 });

/**
 * The layout in the shell's release of a set, from verified bytes. Equal bytes of one of the latest two layouts, or of a release that is still loaded,
 * give the same object each time: what was planned for a layout stays then, as when all releases are loaded again by another trust list.
 * @throws SiteError `SET_INCOMPLETE` without a shell, `LAYOUT_UNSUPPORTED` or `LAYOUT_INVALID` for a layout this server cannot use
 */
export function readLayout(packages: ReadonlyMap<PackageName, Pick<LoadedRelease, "label" | "files">>): Layout {
  const shell = packages.get(shellName);
  if (!shell) throw new SiteError("SET_INCOMPLETE", { missing: shellName, shell: "every set" });
  const bytes = shell.files.get(layoutFile);
  if (!bytes) return parseLayout(undefined, shell.label);
  const known = parsed.get(bytes);
  if (known) return known;
  const digest = toDigest(bytes);
  const layout = latest.get(digest) ?? parseLayout(bytes.toString("utf8"), shell.label);
  parsed.set(bytes, layout);
  latest.set(digest, layout);
  return layout;
}
