import { fork } from "node:child_process";
import { join } from "node:path";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { nodeOptions } from "@site/contracts/confine/node-options";
import type { Trust } from "../releases/trust/trust.ts";

const answerSchema = v.union([v.object({ keyId: v.string() }), v.object({ problem: v.string() })]);

/** The message of the process that reads the key: the id of the key, or why it cannot be used. */
export type CheckKeyAnswer = v.InferOutput<typeof answerSchema>;

/** The timeout in milliseconds of the process that reads the key. */
const readTimeoutMs = 20_000;

/**
 * Checks at a server's start that the key of the release check can be used. A retired or revoked key does not prevent the start: the server still serves
 * the live set, and refuses each upload.
 * @param file the file with the private key, an absolute path
 * @throws SiteError `CHECK_KEY_INVALID` when it cannot be read, or the trust list has it for another role or not at all
 */
export async function requireCheckKey(file: string, trust: Trust): Promise<void> {
  const answer = await readKeyId(file);
  if ("problem" in answer) throw new SiteError("CHECK_KEY_INVALID", { file, problem: answer.problem });
  const { keyId } = answer;
  if (trust.keysOf({ kind: "check" }).keys.some((key) => key.keyId === keyId)) return;
  const problem = `the key ${keyId.slice(0, 12)} is not a key of the release check in the trust list`;
  throw new SiteError("CHECK_KEY_INVALID", { file, problem });
}

function readKeyId(file: string): Promise<CheckKeyAnswer> {
  return new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, "check-key-process.ts"), {
      execArgv: [...nodeOptions],
      env: { PATH: process.env["PATH"] },
      stdio: ["ignore", 2, 2, "ipc"],
      timeout: readTimeoutMs,
      killSignal: "SIGKILL",
    });
    const fail = (problem: string): void => resolve({ problem });
    child.once("message", (message) => {
      const answer = v.safeParse(answerSchema, message);
      if (answer.success) resolve(answer.output);
      else fail("the process that reads it gave an unreadable answer");
    });
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`the process that reads it ended with ${signal ?? code}`));
    child.send(file);
  });
}
