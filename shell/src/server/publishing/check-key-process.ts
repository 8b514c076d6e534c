import { isSiteError, toProblem } from "@site/contracts/errors";
import { readKey } from "@site/contracts/signing/read-key";
import type { CheckKeyAnswer } from "./require-check-key.ts";

/** The process that reads the key of the release check at a server's start: the server's own never does (record 40). */
async function read(file: string): Promise<CheckKeyAnswer> {
  try {
    const { signer } = await readKey(file, "the release check");
    return { keyId: signer.keyId };
  } catch (error) {
    return { problem: isSiteError(error, "KEY_NOT_FOUND") ? "there is no such file" : toProblem(error) };
  }
}

process.once("message", (file: string) => {
  void read(file).then((answer) => process.send?.(answer, () => process.disconnect()));
});
