import * as v from "valibot";
import type { RunningSite, SiteAddress } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";

const readinessSchema = v.object({
  ready: v.boolean(),
  /** Absent before the first set. */
  revision: v.optional(v.number()),
  restored: v.nullable(v.object({ composedAt: v.string(), pages: v.number() })),
  remembers: v.object({
    revision: v.nullable(v.number()),
    composedAt: v.nullable(v.string()),
    problem: v.nullable(v.string()),
  }),
});

/** What a server says of itself to operators. */
export async function readReadiness({
  origin,
}: Pick<SiteAddress, "origin">): Promise<v.InferOutput<typeof readinessSchema>> {
  return v.parse(readinessSchema, await (await fetch(`${origin}/readyz`)).json());
}

/** Waits until a server that was started again has composed every page itself, and shows none of before its start. */
export function untilComposed(site: SiteAddress): Promise<void> {
  return waitUntil(async () => (await readReadiness(site)).restored === null, {
    what: "the site to be composed anew",
    within: 90_000,
  });
}

/** Waits until a server has written pages to disk that it composed itself, all of them since its start. */
export function untilRemembered(site: Pick<RunningSite, "origin" | "startedAt">): Promise<void> {
  return waitUntil(
    async () => {
      const { restored, remembers } = await readReadiness(site);
      return restored === null && Date.parse(remembers.composedAt ?? "") >= site.startedAt;
    },
    { what: "the pages to be remembered", within: 30_000 },
  );
}

/** Waits until a server has written the pages of a revision to disk. */
export function untilRevisionRemembered(site: SiteAddress, revision: number): Promise<void> {
  return waitUntil(async () => (await readReadiness(site)).remembers.revision === revision, {
    what: `the pages of revision ${revision} to be remembered`,
    within: 30_000,
  });
}
