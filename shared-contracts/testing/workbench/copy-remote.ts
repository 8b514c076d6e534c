import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { PackageName } from "../../src/names/package-name.ts";

export interface RemoteCopy {
  root: string;
  remove(): void;
}

/** Copies a remote to a folder of its own, where a test may break it. */
export function copyRemote(name: PackageName): RemoteCopy {
  const original = join(import.meta.dirname, `../../../remote-${name}`);
  // As on many machines, the path has a space.
  const root = mkdtempSync(join(tmpdir(), `remote ${name}-`));
  cpSync(original, root, {
    recursive: true,
    filter: (path) => !["node_modules", "dist", ".build"].includes(basename(path)),
  });
  symlinkSync(join(original, "node_modules"), join(root, "node_modules"));
  writeFileSync(
    join(root, "rspack.config.ts"),
    `import { defineRemote } from "@site/contracts/build";\n\nexport default defineRemote({ name: "${name}", root: import.meta.dirname });\n`,
  );
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
