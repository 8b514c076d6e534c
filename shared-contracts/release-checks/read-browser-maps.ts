import { gunzipSync } from "node:zlib";
import * as v from "valibot";

/** Bytes of all maps of a release, unpacked: far above what the largest has, and small enough to read. */
const maxBytes = 32 * 1024 * 1024;

/** A map of one script. Nothing else is in it, so no source's text. */
const mapSchema = v.strictObject({
  version: v.literal(3),
  sources: v.array(v.string()),
  names: v.array(v.string()),
  mappings: v.string(),
});
export type BrowserMap = v.InferOutput<typeof mapSchema>;

const mapsSchema = v.record(v.string(), mapSchema);

/** The JSON in a release's file of source maps. @throws Error of the unpacking */
export function unpackBrowserMaps(packed: Uint8Array): string {
  return gunzipSync(packed, { maxOutputLength: maxBytes }).toString("utf8");
}

/** The source maps in that file, by script, such as `remoteEntry.js`. @throws Error of the unpacking, or of what is in it */
export function readBrowserMaps(packed: Uint8Array): ReadonlyMap<string, BrowserMap> {
  return new Map(Object.entries(v.parse(mapsSchema, JSON.parse(unpackBrowserMaps(packed)))));
}
