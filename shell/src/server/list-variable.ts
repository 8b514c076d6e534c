import * as v from "valibot";

/** A variable that lists values, separated by commas. */
export const listSchema = v.pipe(
  v.string(),
  v.transform((list) =>
    list
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
);
