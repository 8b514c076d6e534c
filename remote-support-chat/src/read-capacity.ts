import { isRecord } from "@site/contracts/wire/wire-schema";

/**
 * Whether the queue's response reports a free agent: only the literal `true` counts (B095).
 * @throws TypeError when the response has another shape; the caller treats that as unavailable, and logs it
 */
export function readCapacity(answer: unknown): boolean {
  const capacity = isRecord(answer) ? answer["hasCapacity"] : undefined;
  if (typeof capacity === "boolean") return capacity;
  throw new TypeError(`expected { "hasCapacity": boolean }, got ${describe(answer)}`);
}

/** The start of a response, to recognize it in the log. */
function describe(answer: unknown): string {
  return typeof answer === "string"
    ? JSON.stringify(answer.slice(0, 40))
    : (JSON.stringify(answer) ?? "nothing").slice(0, 80);
}
