import { hash } from "node:crypto";
import type { OverriddenSet } from "../live/pick-set.ts";

/** What decides which mark stands above a page, and what is below it. */
export type MarkedSet = Pick<OverriddenSet, "asked" | "broken" | "state">;

/** Digits of a hash, and how many values they have. */
const digits = 8;
const values = 16 ** digits;

/**
 * The format that the documents and pages as data of a tester name: the server's, with a fraction for what the mark above the page says. A document
 * shows no page of another format, so after the releases were chosen, left or expired, also in another tab, the next page is a document with a mark of its
 * own, or none. Without a mark it is the format that visitors get.
 */
export function toTesterFormat({ asked, broken, state }: MarkedSet): number {
  if (!asked && !broken) return state.format;
  const marked = JSON.stringify([state.set.id, asked, broken]);
  return state.format + (Number.parseInt(hash("sha256", marked).slice(0, digits), 16) + 1) / (values + 1);
}
