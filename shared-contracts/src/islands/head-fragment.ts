import * as v from "valibot";
import type { SiteEvents } from "../events/events.ts";
import type { PackageName } from "../names/package-name.ts";
import { vendors } from "../site/vendor.ts";

/**
 * The key under which a remote's head fragment is rendered and named in logs: `compliance/head`. No island may have it.
 */
export const headKey = "head";

export { headFile } from "./head-file.ts";

/** Characters of JSON a head fragment may add to a page. */
const maxSettings = 2048;

/** Objects inside of one another in settings. Source: 2 today; thousands of them would exhaust the stack of the process that reads the answer. */
const maxDepth = 16;

/** A value that JSON carries unchanged. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

function isJson(value: unknown, depth = 0): value is Json {
  if (value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value)) return true;
  if (depth > maxDepth) return false;
  if (Array.isArray(value)) return value.every((one) => isJson(one, depth + 1));
  return isPlainObject(value) && Object.values(value).every((one) => one === undefined || isJson(one, depth + 1));
}

function isPlainObject(value: unknown): value is object {
  // Values come from another process, where `Object` is another one.
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** What a remote gives a page beside its islands: the settings of its plain script there. */
export const headFragmentSchema = v.object({
  /** Third parties the script may load on this page, of those the release names. */
  vendors: v.array(v.picklist(vendors)),
  /** Plain data, which the script is told when it has run. */
  settings: v.pipe(
    v.custom<Record<string, Json>>((input) => isPlainObject(input) && isJson(input), "expected plain data"),
    v.check((settings) => JSON.stringify(settings).length <= maxSettings, `expected at most ${maxSettings} characters`),
  ),
});
export type HeadFragment = v.InferOutput<typeof headFragmentSchema>;

/** A plain script of a page, whose it is, and what it is told. */
export interface HeadScript {
  owner: PackageName;
  version: string;
  /** Its address on this origin. */
  script: string;
  settings: HeadFragment["settings"];
}

/** A page as a head script is told of it. */
export interface ShownPage extends Readonly<SiteEvents["route:changed"]> {
  /** The whole address it was shown at. */
  location: string;
}

/** What the shell tells a head script once, on its own element, when it has run: the event `site:start`. */
export interface HeadStart {
  settings: HeadFragment["settings"];
  /** The pages that were shown before. Later ones come as `site:route:changed` on `window`. */
  shown: readonly ShownPage[];
}
