import { createHash } from "node:crypto";
import { join } from "node:path";
import { hashCode } from "../../disk/hash-code.ts";

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
    hashCode(hash, workspace, join(workspace, folder), notComposing);
  digest = hash.digest("hex");
  return digest;
}
