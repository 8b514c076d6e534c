import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const workspace = join(import.meta.dirname, "../../../../..");
/** Folders with code that composes no page. */
const notComposing = new Set(["node_modules", "dist", "testing", "pack", "template"]);

let digest: string | undefined;

/**
 * A hash of the code that composes pages: of the server and of the contracts. It is an input of every page, so a server that starts with other
 * code serves the saved pages until it has composed them again. Read once, in some 30 ms.
 */
export function toComposingCode(): string {
  if (digest !== undefined) return digest;
  const hash = createHash("sha256");
  for (const folder of ["shell/src/server", "shared-contracts"])
    for (const file of listSources(join(workspace, folder)))
      hash.update(relative(workspace, file)).update(readFileSync(file));
  digest = hash.digest("hex");
  return digest;
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return notComposing.has(entry.name) ? [] : listSources(path);
      return entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name) ? [path] : [];
    })
    .toSorted();
}
