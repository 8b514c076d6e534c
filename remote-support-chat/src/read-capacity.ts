import { isRecord } from "@site/contracts/wire/wire-schema";

/**
 * Whether the queue's answer says that an agent is free: only the literal `true` counts (B095).
 * @throws TypeError when the answer has another shape; the caller treats that as not available, and logs it
 */
export function readCapacity(answer: unknown): boolean {
  const capacity = isRecord(answer) ? answer["hasCapacity"] : undefined;
  if (typeof capacity === "boolean") return capacity;
  throw new TypeError(`expected { "hasCapacity": boolean }, got ${describe(answer)}`);
}

/** The start of an answer, to recognise it in the log. */
function describe(answer: unknown): string {
  return typeof answer === "string"
    ? JSON.stringify(answer.slice(0, 40))
    : (JSON.stringify(answer) ?? "nothing").slice(0, 80);
}
