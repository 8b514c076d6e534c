import * as v from "valibot";
import type { IslandContext, RenderedIsland } from "@site/contracts/island";
import type { Position } from "@site/contracts/thrown-at";

/** One island to render. */
export interface RenderTask {
  expose: string;
  /** The slot's id; it prefixes every id in the HTML. */
  id: string;
  context: IslandContext;
}

/** What became of a task. */
export type RenderOutcome = { ok: true; island: RenderedIsland } | RenderFailure;

/** `thrownAt` are places in the release's server file, innermost first, where it threw. */
export interface RenderFailure {
  ok: false;
  problem: string;
  thrownAt?: Position[] | undefined;
}

/** Asks the server file what it says of its release, for the release checks. */
export interface DescribeTask {
  describe: true;
}

/** To a render process: the verified bytes of a release, and what to render with them. */
export interface RenderRequest {
  /** Names this request; every answer to it carries the name. */
  run: string;
  release: string;
  server: Uint8Array;
  shared: { release: string; bytes: Uint8Array };
  tasks: readonly (RenderTask | DescribeTask)[];
}

/** From a render process: index -1 when it is ready, then one for each task, in order. The answer itself is a remote's word, and parsed by itself. */
export const replySchema = v.object({
  run: v.string(),
  index: v.number(),
  outcome: v.variant("ok", [
    v.object({ ok: v.literal(true), answer: v.unknown() }),
    v.object({
      ok: v.literal(false), problem: v.string(),
      thrownAt: v.optional(v.array(v.object({ line: v.pipe(v.number(), v.integer(), v.minValue(1)), column: v.pipe(v.number(), v.integer(), v.minValue(1)) }))),
    }),
  ]),
});
export type RenderReply = v.InferOutput<typeof replySchema>;
