import { readKey } from "@site/contracts/signing/read-key";
import { toCheckKeyProblem } from "../releases/trust/check-key.ts";
import type { CheckKeyAnswer } from "./require-check-key.ts";

/** The process that reads the key of the release check at a server's start: the server's own never does (record 40). */
async function read(file: string): Promise<CheckKeyAnswer> {
  try {
    const { signer } = await readKey(file, "the release check");
    return { keyId: signer.keyId };
  } catch (error) {
    return { problem: toCheckKeyProblem(error) };
  }
}

process.once("message", (file: string) => {
  void read(file).then((answer) => process.send?.(answer, () => process.disconnect()));
});
