import * as v from "valibot";
import type { IslandContext } from "../src/islands/island.ts";
import type { Position } from "../src/islands/thrown-at.ts";
import type { Surroundings } from "./surroundings.ts";

/** How the problem of an island begins that was not rendered, because the process of its release ended at another one. */
export const notTried = "it was not rendered, because its process ended at another island";

/** One island to render. */
export interface RenderTask {
  expose: string;
  /** The slot's id; it prefixes every id in the HTML. */
  id: string;
  context: IslandContext;
  /** Where it seems to happen; in 1970, UTC, without them. Only a release check sets others, to find what shows them. */
  surroundings?: Surroundings;
  /** Whether it is rendered by the server file as it is when it is loaded in these surroundings. */
  isReloaded?: boolean;
}

/** Asks the server file what it says of its release, for the release checks. */
export interface DescribeTask {
  describe: true;
}

/** `thrownAt` are places in the release's server file, innermost first, where it threw. */
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

/** What a render process is made of. */
export interface ReleaseSources {
  server: ServerSource;
  shared: ServerSource;
}

/** To a render process ahead of its first request, without an answer: the shared libraries of the release it will probably get. */
export interface PrepareMessage {
  prepare: ServerSource;
}

/** To a render process: what to render. Its first request also says of which release, and with which shared libraries. */
export interface RenderRequest {
  /** Names this request; every answer to it carries the name. */
  run: string;
  /** Without `shared` when those are the libraries it was told to prepare. */
  load?: { server: ServerSource; shared?: ServerSource };
  tasks: readonly (RenderTask | DescribeTask)[];
}

/** From a render process: index -1 when it is ready, then one for each task, in order. The answer itself is a remote's word, and parsed by itself. */
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
/** What became of one task, as the process says it: nothing of it is checked yet. */
export type ReplyOutcome = RenderReply["outcome"];
