import * as v from "valibot";
import type { IslandContext } from "../src/islands/island.ts";
import type { Position } from "../src/islands/thrown-at.ts";
import type { Surroundings } from "./surroundings.ts";

/** The start of the problem of an island that was not rendered because the process of its release ended at another island. */
export const notTried = "it was not rendered, because its process ended at another island";

/** One island to render. */
export interface RenderTask {
  expose: string;
  /** The slot's id; it prefixes every id in the HTML. */
  id: string;
  context: IslandContext;
  /** The clock, time zone and language of the render; by default 1970 in UTC. Only release checks set others, to find islands that depend on them. */
  surroundings?: Surroundings;
  /** Whether the server file is loaded again in these surroundings for this task. */
  isReloaded?: boolean;
}

/** Asks the server file to describe its release, for the release checks. */
export interface DescribeTask {
  describe: true;
}

/** The failure of a task. `thrownAt` are the places in the release's server file where it threw, innermost first. */
export interface RenderFailure {
  ok: false;
  problem: string;
  thrownAt?: Position[] | undefined;
}

/** A CommonJS file, whose bytes were verified. `label` names its release. */
export interface ServerSource {
  label: string;
  source: string;
}

/** The sources that a render process loads. */
export interface ReleaseSources {
  server: ServerSource;
  shared: ServerSource;
}

/** A message to a render process before its first request, without a reply: the shared libraries of the release that it will probably render. */
export interface PrepareMessage {
  prepare: ServerSource;
}

/** A request to a render process. The first one also has the release's server file and the shared libraries. */
export interface RenderRequest {
  /** The id of this request, which every reply to it carries. */
  run: string;
  /** Without `shared` when the process has prepared those libraries. */
  load?: { server: ServerSource; shared?: ServerSource };
  tasks: readonly (RenderTask | DescribeTask)[];
}

/** A reply of a render process: index -1 when it is ready, then one reply for each task, in order. The answer in it is written by the remote, and parsed separately. */
export const replySchema = v.strictObject({
  run: v.string(),
  index: v.number(),
  /** Milliseconds that the task took. */
  ms: v.optional(v.pipe(v.number(), v.minValue(0))),
  outcome: v.variant("ok", [
    v.object({ ok: v.literal(true), answer: v.unknown() }),
    v.object({
      ok: v.literal(false),
      problem: v.string(),
      thrownAt: v.optional(
        v.array(
          v.object({
            line: v.pipe(v.number(), v.integer(), v.minValue(1)),
            column: v.pipe(v.number(), v.integer(), v.minValue(1)),
          }),
        ),
      ),
    }),
  ]),
});
export type RenderReply = v.InferOutput<typeof replySchema>;
/** The outcome of a task as the process reports it, not checked yet. */
export type ReplyOutcome = RenderReply["outcome"];
