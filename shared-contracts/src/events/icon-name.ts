import * as v from "valibot";

/** The name of an icon, such as `site:shield`: its collection's, and its own in that. */
export const iconNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{1,32}:[a-z0-9-]{1,64}$/, "expected a name such as site:shield"),
);
