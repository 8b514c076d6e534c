import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import type { PackageName } from "../src/names/package-name.ts";
import { isFile } from "./list-sources.ts";

/** Returns the scoped name of a CSS Module's class or animation. */
export type ScopedClasses = (file: string, local: string) => string;

/** `navigation-header-menu` for `.menu` in the navigation remote's `header.module.css`: in full, for development. */
export function toScopedClass(name: PackageName, file: string, local: string): string {
  return `${name}-${basename(file).replace(/\.module\.css$/, "")}-${local}`;
}

/**
 * The short class name of a release: the package's name, which the release check requires, a hash of the list of all names, and the name's index in
 * that list. Short names make the first 14 KB of home 0.7 KB smaller. Both bundles of a build get the same names. The hash differs between releases
 * with different names, so that the classes of two releases in one document do not collide.
 */
export function createScopedClasses(name: PackageName, root: string): ScopedClasses {
  const places = new Map<string, number>();
  for (const file of globSync("src/**/*.module.css", { cwd: root })
    .map((path) => path.split(sep).join("/"))
    // The bundler names the import of a link that leads nowhere.
    .filter((path) => isFile(join(root, path)))
    .toSorted()) {
    for (const [, local] of readFileSync(join(root, file), "utf8").matchAll(/(?:\.|@keyframes\s+)([a-z_][\w-]*)/gi)) {
      const key = `${file} ${local}`;
      if (!places.has(key)) places.set(key, places.size);
    }
  }
  const mark = Number.parseInt(
    createHash("sha256")
      .update([...places.keys()].join())
      .digest("hex")
      .slice(0, 8),
    16,
  )
    .toString(36)
    .slice(-3);
  return (file, local) => {
    const place = places.get(`${relative(root, file).split(sep).join("/")} ${local}`);
    return place === undefined ? toScopedClass(name, file, local) : `${name}-${mark}${place.toString(36)}`;
  };
}
