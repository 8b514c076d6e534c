import * as v from "valibot";

/** The brand's typeface with the letters of one headline only, small enough to be inlined in a document. */
const headlineFaceSchema = v.strictObject({
  /** The text it was made for. Text with other letters is not shown in it. */
  text: v.string(),
  /** The font, one weight and one width of it: WOFF2 in base64. */
  woff2: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/, "expected base64")),
});
export type HeadlineFace = v.InferOutput<typeof headlineFaceSchema>;

/** Where the face of a locale's headline stands in a release of the shell. @param locale such as `pt-br` */
export function toHeadlineFile(locale: string): string {
  return `server/headline.${locale}.json`;
}

/** @throws when the text is not a headline's face */
export function parseHeadlineFace(text: string): HeadlineFace {
  return v.parse(headlineFaceSchema, JSON.parse(text));
}
