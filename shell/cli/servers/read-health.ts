import { SiteError } from "@site/contracts/errors";
import { askSite } from "@site/contracts/publishing/ask-site";
import { readAnswerProblem, toRequestProblem } from "@site/contracts/publishing/request-problem";
import * as v from "valibot";

const estimateSchema = v.object({ value: v.number(), low: v.number(), high: v.number() });
const healthSchema = v.object({
  releases: v.array(
    v.object({
      remote: v.string(),
      version: v.string(),
      views: v.number(),
      failed: v.number(),
      problems: v.record(v.string(), v.number()),
      /** An older server does not send these. */
      errors: v.optional(
        v.array(v.object({ id: v.string(), kind: v.string(), at: v.array(v.string()), views: v.number() })),
        [],
      ),
      rate: estimateSchema,
      vitals: v.record(v.string(), v.object({ ...estimateSchema.entries, count: v.number() })),
    }),
  ),
  requests: v.optional(
    v.array(
      v.object({
        id: v.string(),
        at: v.string(),
        status: v.number(),
        path: v.string(),
        problem: v.string(),
        set: v.nullable(v.string()),
        revision: v.nullable(v.number()),
      }),
    ),
    [],
  ),
});

/** The figures that a server collected from its visitors: by release, and its own failed requests. */
export type ServerHealth = v.InferOutput<typeof healthSchema>;

/** The figures of one release from a server. */
export type Health = ServerHealth["releases"][number];

/** Reads the figures of a running server. @throws SiteError `LIVE_UNREADABLE` with its response */
export async function readHealth(url: string, token: string | undefined): Promise<ServerHealth> {
  try {
    const response = await askSite(new URL("/-/health", url), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(await readAnswerProblem("/-/health", response));
    return v.parse(healthSchema, await response.json());
  } catch (cause) {
    throw new SiteError("LIVE_UNREADABLE", { url, problem: toRequestProblem(cause) }, { cause });
  }
}
