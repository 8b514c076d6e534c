import { fetchTwice } from "@site/contracts/api/fetch-twice";
import { isRecord } from "@site/contracts/wire/wire-schema";

/** Milliseconds an answer may take, with the second attempt. */
const timeoutMs = 5000;

/** What a same-origin address answers, when that is a JSON object; an empty one when there is no good answer (B230). */
export async function askJson(address: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetchTwice(address, { signal: AbortSignal.timeout(timeoutMs) });
    const answer: unknown = await response.json();
    return isRecord(answer) ? answer : {};
  } catch {
    return {};
  }
}
