import { SiteError, toProblem } from "@site/contracts/errors";
import { readRegularFile } from "./read-regular-file.ts";
import { parseKey } from "./signing-key.ts";

/** Permission bits of the file's group and of all other accounts. */
const othersMode = 0o077;

/**
 * Reads a private key, with its public half in hexadecimal digits. A file that other accounts may read is refused, as by ssh, and not only warned of:
 * a signature cannot be revoked on its own.
 * @param holder the key's holder, for messages
 * @throws SiteError `KEY_NOT_FOUND`, `KEY_EXPOSED`, `KEY_INVALID`
 */
export async function readKey(file: string, holder: string): Promise<ReturnType<typeof parseKey>> {
  try {
    const { bytes, mode } = await readRegularFile(file);
    // Windows has no such permission bits.
    if (process.platform !== "win32" && (mode & othersMode) !== 0)
      throw new SiteError("KEY_EXPOSED", { file, mode: mode.toString(8) });
    return parseKey(bytes);
  } catch (cause) {
    if (cause instanceof SiteError) throw cause;
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT")
      throw new SiteError("KEY_NOT_FOUND", { file, signer: holder }, { cause });
    throw new SiteError("KEY_INVALID", { file, problem: toProblem(cause) }, { cause });
  }
}
