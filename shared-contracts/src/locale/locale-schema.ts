import * as v from "valibot";

/** One language of a site (B182). `files` are the message files of the shell for it. */
export const localeSchema = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]{2})?$/, "a locale code is like en or pt-br")),
  languageTag: v.pipe(v.string(), v.regex(/^[a-z]{2}(-[A-Z]{2})?$/, "a language tag is like en-PH")),
  name: v.pipe(v.string(), v.minLength(1)),
  files: v.array(v.string()),
});
