import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { PackageName } from "../../src/names/package-name.ts";

export interface RemoteCopy {
  root: string;
  remove(): void;
}

/**
 * Copies a remote to a folder of its own, where a test may break it.
 * @param exposes the islands that the copy has, by default all: with the footer alone, a build of navigation takes half of the processor time
 */
export function copyRemote(name: PackageName, exposes?: readonly string[]): RemoteCopy {
  const original = join(import.meta.dirname, `../../../remote-${name}`);
  // As on many machines, the path has a space.
  const root = mkdtempSync(join(tmpdir(), `remote ${name}-`));
  cpSync(original, root, {
    recursive: true,
    filter: (path) => !["node_modules", "dist", ".build"].includes(basename(path)),
  });
  for (const file of exposes ? readdirSync(join(root, "src/exposes")) : [])
    if (!exposes?.includes(basename(file, ".tsx"))) rmSync(join(root, "src/exposes", file));
  symlinkSync(join(original, "node_modules"), join(root, "node_modules"));
  writeFileSync(
    join(root, "rspack.config.ts"),
    `import { defineRemote } from "@site/contracts/build";\n\nexport default defineRemote({ name: "${name}", root: import.meta.dirname });\n`,
  );
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
