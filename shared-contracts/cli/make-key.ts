import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { SiteError } from "../src/errors/errors.ts";
import { generateKey } from "../signing/signing-key.ts";

/**
 * Makes a team's private key in a file that only this account can read. An existing file is not changed.
 * @returns its public half, 64 hexadecimal digits
 * @throws SiteError `REMOTE_KEY_TAKEN`
 */
export function makeKey(path: string, cwd: string): string {
  const file = resolve(cwd, path);
  const { pem, publicKey } = generateKey();
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST")
      throw new SiteError("REMOTE_KEY_TAKEN", { file }, { cause });
    throw cause;
  }
  return publicKey;
}
