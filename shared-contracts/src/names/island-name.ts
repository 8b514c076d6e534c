import * as v from "valibot";
import { isPackageName, type PackageName } from "./package-name.ts";

/**
 * When an island's code is loaded. `interaction`: at the first touch, click, key or input inside it. `visible`: when it
 * comes into view. `never`: the server's HTML is all there is. There is no `load` and no `idle`: code that no
 * visitor uses is never loaded.
 */
export const hydrateModes = ["interaction", "visible", "never"] as const;
export type HydrateMode = (typeof hydrateModes)[number];

/** `owner/expose`: what a slot is filled with. */
export type IslandName = `${PackageName}/${string}`;

/** The name of a package without its scope: `support-chat`. */
export const packageNameSchema = v.pipe(
  v.string(),
  v.check((name) => isPackageName(name), "expected a package name such as support-chat"),
);
/** The key of an expose: kebab-case, at most 100 characters. */
export const exposeKeySchema = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[a-z][a-z0-9-]*$/, "an expose is kebab-case"),
);
/** `owner/expose`: `download/button`. */
export const islandNameSchema = v.custom<IslandName>(
  (input) => typeof input === "string" && isPackageName(input.split("/")[0]) && /^[^/]+\/[a-z][a-z0-9-]*$/.test(input),
  "expected owner/expose",
);

/**
 * Parses the name of an island.
 * @throws ValiError when it is not `owner/expose`
 */
export function parseIslandName(value: string): IslandName {
  return v.parse(islandNameSchema, value);
}

/** Splits `download/button` into its owner and expose. */
export function toIslandParts(island: IslandName): { owner: PackageName; expose: string } {
  const cut = island.indexOf("/");
  return { owner: island.slice(0, cut), expose: island.slice(cut + 1) };
}
