import { type VisitorAnswer, visitorPath } from "@site/contracts/visitor-answer";

/** Where a visitor is; `null` where nobody knows. */
export type Place = Pick<VisitorAnswer, "country" | "region">;

/** Milliseconds the site may take to say where its visitor is. */
const timeout = 3000;

/**
 * Asks where the visitor is. Pages are the same for every country of a rule, so none of them can say it.
 * @throws Error when there is no answer, or none of the kind
 */
export async function findPlace(): Promise<Place> {
  const response = await fetch(visitorPath, { signal: AbortSignal.timeout(timeout) });
  const answer: unknown = response.ok ? await response.json() : undefined;
  if (isPlace(answer)) return answer;
  throw new Error("nobody said where the visitor is");
}

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null
    && "country" in value && isTextOrNull(value.country) && "region" in value && isTextOrNull(value.region);
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
