import * as v from "valibot";
import { islandDataNames } from "@site/contracts/data-documents";
import { headFragmentSchema } from "@site/contracts/head-fragment";
import type { IslandContext, RenderedIsland } from "@site/contracts/island";
import { hydrateModes } from "@site/contracts/remote";
import type { Position } from "@site/contracts/thrown-at";
import { vendors } from "@site/contracts/vendor";

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

/** What a remote may answer for an island. */
export const islandSchema = v.object({
  html: v.string(),
  head: v.optional(v.object({ title: v.string(), description: v.string(), heading: v.optional(v.string()) })),
  headFragment: v.optional(headFragmentSchema),
  readsVisitor: v.boolean(),
  lacksLocale: v.optional(v.string()),
});

/** What a server file may answer when it is asked what it says of its release. */
export const descriptionSchema = v.object({
  islands: v.array(v.object({
    key: v.string(), hydrate: v.picklist(hydrateModes), hydrateOnQuery: v.optional(v.string()), data: v.array(v.picklist(islandDataNames)),
    vendors: v.optional(v.array(v.picklist(vendors))), variants: v.optional(v.array(v.string())), router: v.boolean(),
  })),
  messages: v.record(v.string(), v.array(v.string())),
  head: v.optional(v.object({ vendors: v.array(v.picklist(vendors)) })),
});

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
