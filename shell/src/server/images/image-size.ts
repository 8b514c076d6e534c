import * as v from "valibot";

/** Width and height in pixels. 0 by 0 when it could not be found out (B207). */
export interface ImageSize {
  width: number;
  height: number;
}

export const unknownSize: ImageSize = { width: 0, height: 0 };

const sizeSchema = v.object({ width: v.nullish(v.number(), 0), height: v.nullish(v.number(), 0) });

/** The size that a draw process answers with, as JSON. @throws SyntaxError or ValiError for anything else */
export const parseImageSize = (answer: Buffer): ImageSize => v.parse(sizeSchema, JSON.parse(answer.toString("utf8")));
