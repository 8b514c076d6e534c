import type { FastifyReply, FastifyRequest } from "fastify";
import { toDescriptionFile } from "@site/contracts/releases/browser-set";
import type { ScriptBreak } from "../../../layout/tester-facts.ts";
import { breakDescription } from "../../testers/broken-remote.ts";
import type { HeldAnswers } from "../../testers/held-answers.ts";

/** Milliseconds until the script of a slow remote is sent, and until the request to a hanging remote is ended. The idle timeout of a connection is 12 seconds. */
const slowMs = 3000;
const hangMs = 10_000;

/** Whether a request is of the tester who broke the remote in this way: for all others the address does not exist. */
export function isBrokenFor({ overridden }: FastifyRequest, name: string, how: ScriptBreak): boolean {
  return overridden?.broken?.remote === name && overridden.broken.how === how;
}

/**
 * Simulates the broken remote.
 * @returns whether the file has to be sent nevertheless
 */
export async function answerBroken(reply: FastifyReply, how: ScriptBreak, held: HeldAnswers): Promise<boolean> {
  reply.header("cache-control", "private, no-store");
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  if (how === "slow" && (await held.hold(slowMs, gone.signal))) return true;
  if (how === "hang") await held.hold(hangMs, gone.signal);
  await reply.code(how === "fail" ? 500 : 504).send();
  return false;
}

/** The description of a broken remote's release with this file name, of the usual descriptions. A soft navigation needs it to know the scripts. */
export function findBrokenDescription(
  usual: ReadonlyMap<string, string>,
  file: string,
  how: ScriptBreak,
): string | undefined {
  return [...usual.values()]
    .map((text) => breakDescription(text, how))
    .find(({ named }) => toDescriptionFile(named.integrity) === file)?.text;
}
