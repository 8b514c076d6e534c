import { hash } from "node:crypto";
import type { OverriddenSet } from "../live/pick-set.ts";

/** The facts that decide which mark is above a page, and what is below it. */
export type MarkedSet = Pick<OverriddenSet, "asked" | "broken" | "state">;

/** Digits of a hash, and how many values they have. */
const digits = 8;
const values = 16 ** digits;

/**
 * The format in the documents and payloads of a tester: the server's, with a fraction for the mark above the page. A document shows no payload of
 * another format, so after releases were chosen, left or expired, also in another tab, the next page is a document with its own mark, or none.
 * Without a mark it is the format of visitors.
 */
export function toTesterFormat({ asked, broken, state }: MarkedSet): number {
  if (!asked && !broken) return state.format;
  const marked = JSON.stringify([state.set.id, asked, broken]);
  return state.format + (Number.parseInt(hash("sha256", marked).slice(0, digits), 16) + 1) / (values + 1);
}
