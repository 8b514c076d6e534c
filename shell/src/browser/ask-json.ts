import { isRecord } from "@site/contracts/shape";

/** Milliseconds after which an answer is no longer waited for. */
const patience = 5000;

/** What a same-origin address answers, when that is a JSON object; an empty one when there is no good answer. */
export async function askJson(address: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) });
    const answer: unknown = await response.json();
    return isRecord(answer) ? answer : {};
  } catch {
    return {};
  }
}
