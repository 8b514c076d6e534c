import { existsSync } from "node:fs";
import { toProblem } from "@site/contracts/errors";
import { toKeyFile } from "../../src/server/releases/trust/key-files.ts";
import { openSigner } from "../../src/server/releases/trust/open-signer.ts";
import { createTrust } from "../../src/server/releases/trust/trust.ts";
import type { CurrentLists } from "../../src/server/releases/trust/trust-steps.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** The consequence of a key that cannot sign, by its role. */
const refused = {
  operator: "A promote and a rollback from this machine are refused until then.",
  check: "A publish from this machine is refused until then, and a promote of a set that was not checked.",
} as const;

/**
 * Whether this machine's keys for a promote, a rollback and a publish can be read, and count. A missing key is no finding: a machine that only reads
 * needs none.
 */
export async function examineKeys(
  keysDir: string,
  { root, teams }: Pick<CurrentLists, "root" | "teams">,
): Promise<Diagnosis[]> {
  // Another examination reports an expired list.
  const trust = createTrust(root, teams, () => new Date(0));
  const found: Diagnosis[] = [];
  for (const kind of ["operator", "check"] as const) {
    if (!existsSync(toKeyFile(keysDir, { kind }))) continue;
    try {
      await openSigner(keysDir, { kind }, trust);
    } catch (error) {
      found.push({ about: "keys", state: "now", found: toProblem(error), change: refused[kind] });
    }
  }
  return found;
}
