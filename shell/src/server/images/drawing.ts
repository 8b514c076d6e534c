import * as v from "valibot";
import type { ShareCard } from "./share-card.ts";

/** What the draw process can make: pixels of artwork, a link preview, or the size of artwork. */
export type Drawing =
  | { kind: "artwork"; svg: Uint8Array; width: number; format: "webp" | "png" }
  | { kind: "card"; card: ShareCard; font: Uint8Array }
  | { kind: "size"; svg: Uint8Array };

/** A drawing in a message: bytes in base64. */
export type SentDrawing =
  | { kind: "artwork"; svg: string; width: number; format: "webp" | "png" }
  | { kind: "card"; card: ShareCard; font: string }
  | { kind: "size"; svg: string };

/** A message from the server to the draw process. */
export interface DrawRequest {
  run: number;
  drawing: SentDrawing;
}

/** Bytes of the largest reply that is read: a picture of 4.5 MB in base64. */
export const maxDrawReplyBytes = 6 * 1024 * 1024;

export function toSent(drawing: Drawing): SentDrawing {
  if (drawing.kind === "card") return { ...drawing, font: toBase64(drawing.font) };
  return { ...drawing, svg: toBase64(drawing.svg) };
}

export function fromSent(drawing: SentDrawing): Drawing {
  if (drawing.kind === "card") return { ...drawing, font: Buffer.from(drawing.font, "base64") };
  return { ...drawing, svg: Buffer.from(drawing.svg, "base64") };
}

export function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** The reply of the draw process: bytes in base64 (for a size, those of its JSON), or the problem. */
export const drawReplySchema = v.variant("ok", [
  v.object({ run: v.number(), ok: v.literal(true), bytes: v.string() }),
  v.object({ run: v.number(), ok: v.literal(false), problem: v.string() }),
]);
export type DrawReply = v.InferOutput<typeof drawReplySchema>;
