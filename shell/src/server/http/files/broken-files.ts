import type { FastifyReply, FastifyRequest } from "fastify";
import { toDescriptionFile } from "@site/contracts/releases/browser-set";
import type { ScriptBreak } from "../../../layout/tester-facts.ts";
import { breakDescription } from "../../testers/broken-remote.ts";
import type { HeldAnswers } from "../../testers/held-answers.ts";

/** Milliseconds until a script of a slow remote is sent, and until the request of one that hangs is ended. A connection may be idle for 12 seconds. */
const slowMs = 3000;
const hangMs = 10_000;

/** Whether a request is of the tester for whom the remote is broken in this way: for all others the address does not exist. */
export function isBrokenFor({ overridden }: FastifyRequest, name: string, how: ScriptBreak): boolean {
  return overridden?.broken?.remote === name && overridden.broken.how === how;
}

/**
 * Answers as the broken remote does.
 * @returns whether the file is to be sent after all
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
