import * as v from "valibot";

/** The fields that are read from `/readyz`. */
export const readinessSchema = v.object({
  ready: v.boolean(),
  revision: v.optional(v.number()),
  lag: v.optional(v.nullable(v.object({ since: v.string(), why: v.string() })), null),
  problem: v.optional(v.nullable(v.string()), null),
  unlisted: v.optional(v.object({ since: v.string(), why: v.string() })),
  trust: v.optional(
    v.object({
      expires: v.optional(v.string()),
      problem: v.optional(v.nullable(v.object({ code: v.string(), since: v.string() })), null),
      refused: v.array(v.string()),
      why: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
  canary: v.optional(v.object({ set: v.string() })),
  failing: v.optional(
    v.array(v.object({ release: v.string(), islands: v.array(v.string()), pages: v.number(), since: v.string() })),
    [],
  ),
  remembers: v.optional(v.object({ problem: v.nullable(v.string()) })),
});
export type Readiness = v.InferOutput<typeof readinessSchema>;
