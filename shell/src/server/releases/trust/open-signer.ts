import { SiteError, toProblem } from "@site/contracts/errors";
import { isDiskError } from "../../disk/disk.ts";
import { parseKey, toKeyFile } from "./key-files.ts";
import { readRegularFile } from "../../signing/read-regular-file.ts";
import type { Signer } from "../../signing/signed-document.ts";
import { type Role, toRoleLabel, type Trust } from "./trust.ts";

/** Permission bits of the file's group and of all other accounts. */
const othersMode = 0o077;

/**
 * Loads the private key of a role. With a trust, also checks that a signature of the key would count.
 *
 * A key file that other accounts may read is refused, as ssh does, and not only warned of: a signature cannot be taken back.
 * @throws SiteError `KEY_NOT_FOUND`, `KEY_EXPOSED`, `KEY_INVALID`, and with a trust `KEY_FOREIGN`, `KEY_RETIRED`, `KEY_REVOKED`, `ROLE_UNKNOWN`
 */
export async function openSigner(keysDir: string, role: Role, trust?: Trust, at = new Date()): Promise<Signer> {
  const file = toKeyFile(keysDir, role);
  const { signer } = await readKey(file, toRoleLabel(role));
  if (trust) assertCounts(signer, role, trust, { file, at });
  return signer;
}

/** Reads a private key, with its public half in hexadecimal digits. `holder` is whose key it is, for messages. */
export async function readKey(file: string, holder: string): Promise<ReturnType<typeof parseKey>> {
  try {
    const { bytes, mode } = await readRegularFile(file);
    // Windows has no such bits.
    if (process.platform !== "win32" && (mode & othersMode) !== 0)
      throw new SiteError("KEY_EXPOSED", { file, mode: mode.toString(8) });
    return parseKey(bytes);
  } catch (cause) {
    if (cause instanceof SiteError) throw cause;
    if (isDiskError(cause, "ENOENT")) throw new SiteError("KEY_NOT_FOUND", { file, signer: holder }, { cause });
    throw new SiteError("KEY_INVALID", { file, problem: toProblem(cause) }, { cause });
  }
}

function assertCounts({ keyId }: Signer, role: Role, trust: Trust, { file, at }: { file: string; at: Date }): void {
  const key = trust.keysOf(role).keys.find((known) => known.keyId === keyId);
  const revoked = trust.revoked.find((known) => known.keyId === keyId);
  const short = keyId.slice(0, 12);
  if (revoked)
    throw new SiteError("KEY_REVOKED", {
      document: file,
      key: `${short} of ${revoked.owner}`,
      at: revoked.at.toISOString(),
      why: revoked.why,
    });
  if (!key) throw new SiteError("KEY_FOREIGN", { file, key: short, signer: toRoleLabel(role) });
  if (key.retired && !(at < key.retired))
    throw new SiteError("KEY_RETIRED", {
      document: file,
      key: `${short} of ${key.owner}`,
      at: key.retired.toISOString(),
    });
}
