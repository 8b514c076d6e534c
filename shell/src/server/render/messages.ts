import type { RenderFailure } from "@site/contracts/confine/messages";
import type { RenderedIsland } from "@site/contracts/island";

/** What became of a task. */
export type RenderOutcome = { ok: true; island: RenderedIsland } | RenderFailure;
