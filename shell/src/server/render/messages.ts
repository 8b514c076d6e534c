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
  release: string;
  server: Uint8Array;
  shared: { release: string; bytes: Uint8Array };
  tasks: RenderTask[];
}

/** From a render process, one for each task in order. */
export interface RenderReply {
  index: number;
  outcome: RenderOutcome;
}
