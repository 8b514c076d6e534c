import * as v from "valibot";
import { inject } from "vitest";
import type { SiteAddress, SiteId } from "./start-site.ts";

const answerSchema = v.object({ origin: v.string(), port: v.number(), prefix: v.string(), storeDir: v.string() });

/** A site that all test files share: what is live in its store stays. */
export interface SharedSite extends SiteAddress {
  /** Where a test may make tokens. */
  storeDir: string;
}

/**
 * A site as an operator starts it, shared by all test files. It starts when the first of them requests it. A test that needs its process or its log, or
 * changes what is live, starts a site of its own.
 * @throws when it does not start
 */
export async function findSharedSite(id: SiteId): Promise<SharedSite> {
  const response = await fetch(`${inject("sharedSitesOrigin")}/${id}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(`The shared site ${id} did not start: ${answer}`);
  return { id, ...v.parse(answerSchema, JSON.parse(answer)) };
}
