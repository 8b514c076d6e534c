import { type VisitorAnswer, visitorPath } from "@site/contracts/visitor-answer";

/** Milliseconds the site may take to say where its visitor is. */
const timeout = 3000;

/**
 * Asks where the visitor is. Pages are the same for every country of a rule, so none of them can say it.
 * @throws Error when there is no answer, or none of the kind
 */
export async function findPlace(): Promise<Pick<VisitorAnswer, "country" | "region">> {
  const response = await fetch(visitorPath, { signal: AbortSignal.timeout(timeout) });
  const answer: unknown = response.ok ? await response.json() : undefined;
  if (!isPlace(answer)) throw new Error("the visitor's country could not be asked for");
  return answer;
}

function isPlace(value: unknown): value is Pick<VisitorAnswer, "country" | "region"> {
  const isTextOrNull = (field: unknown): boolean => field === null || typeof field === "string";
  return typeof value === "object" && value !== null && isTextOrNull(Reflect.get(value, "country")) && isTextOrNull(Reflect.get(value, "region"));
}
