import * as v from "valibot";
import type { ShareCard } from "./share-card.ts";

/** Something the drawing process can make: pixels of artwork, a link preview, or just the size of artwork. */
export type Drawing =
  | { kind: "artwork"; svg: Uint8Array; width: number; format: "webp" | "png" }
  | { kind: "card"; card: ShareCard; font: Uint8Array }
  | { kind: "size"; svg: Uint8Array };

/** What the parent sends. */
export interface DrawRequest {
  run: number;
  drawing: Drawing;
}

const bytesSchema = v.instance(Uint8Array);

/** What the process answers: bytes (of a size: its JSON), or why there are none. */
export const drawReplySchema = v.variant("ok", [
  v.object({ run: v.number(), ok: v.literal(true), bytes: bytesSchema }),
  v.object({ run: v.number(), ok: v.literal(false), problem: v.string() }),
]);
export type DrawReply = v.InferOutput<typeof drawReplySchema>;
