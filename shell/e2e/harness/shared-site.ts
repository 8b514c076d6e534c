import * as v from "valibot";
import { inject } from "vitest";
import type { SharedKind } from "./shared-sites.setup.ts";
import type { SiteAddress, SiteId } from "./start-site.ts";

/** A site that is shared by test files: what is live in its store stays. */
export interface SharedSite extends SiteAddress {
  /** Where a test may make tokens. */
  storeDir: string;
  /** What its server has written when this file requested it. */
  output(): string;
}

const answerSchema = v.object({
  origin: v.string(),
  port: v.number(),
  prefix: v.string(),
  storeDir: v.string(),
  output: v.string(),
});

/**
 * A site that is shared by all test files. It starts when the first of them requests it. One with simulators, to which tests say how to behave, is
 * shared by the files of one worker, which run in sequence. A test that needs its process or its log, or changes what is live, starts a site of its own.
 * @throws when it does not start
 */
export async function findSharedSite(id: SiteId, kind: SharedKind = "plain"): Promise<SharedSite> {
  const users = kind === "simulated" ? `worker-${process.env["VITEST_POOL_ID"]}` : "all";
  const response = await fetch(`${inject("sharedSitesOrigin")}/${id}/${kind}/${users}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(`The shared site ${id} did not start: ${answer}`);
  const { output, ...address } = v.parse(answerSchema, JSON.parse(answer));
  return { id, ...address, output: () => output };
}
