import { fetchTwice } from "@site/contracts/api/fetch-twice";
import { isRecord } from "@site/contracts/wire/wire-schema";

/** Milliseconds an answer may take, with the second attempt. */
const timeoutMs = 5000;

/** The JSON object that a same-origin address answers; an empty object when the request fails or answers anything else (B230). */
export async function askJson(address: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetchTwice(address, { signal: AbortSignal.timeout(timeoutMs) });
    const answer: unknown = await response.json();
    return isRecord(answer) ? answer : {};
  } catch {
    return {};
  }
}
