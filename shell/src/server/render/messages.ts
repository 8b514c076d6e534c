import * as v from "valibot";
import { headFragmentSchema } from "@site/contracts/head-fragment";
import type { IslandContext, RenderedIsland } from "@site/contracts/island";

/** One island to render. */
export interface RenderTask {
  expose: string;
  /** The slot's id; it prefixes every id in the HTML. */
  id: string;
  context: IslandContext;
}

/** What became of a task. */
export type RenderOutcome = { ok: true; island: RenderedIsland } | { ok: false; problem: string };

/** To a render process: the verified bytes of a release, and what to render with them. */
export interface RenderRequest {
  /** Names this request; every answer to it carries the name. */
  run: string;
  release: string;
  server: Uint8Array;
  shared: { release: string; bytes: Uint8Array };
  tasks: RenderTask[];
}

/** What a remote may answer for an island. */
export const islandSchema = v.object({
  html: v.string(),
  head: v.optional(v.object({ title: v.string(), description: v.string(), heading: v.optional(v.string()) })),
  headFragment: v.optional(headFragmentSchema),
  readsVisitor: v.boolean(),
  lacksLocale: v.optional(v.string()),
});

/** From a render process: index -1 when it is ready, then one for each task, in order. The island itself is a remote's word, and parsed by itself. */
export const replySchema = v.object({
  run: v.string(),
  index: v.number(),
  outcome: v.variant("ok", [
    v.object({ ok: v.literal(true), island: v.unknown() }),
    v.object({ ok: v.literal(false), problem: v.string() }),
  ]),
});
export type RenderReply = v.InferOutput<typeof replySchema>;
