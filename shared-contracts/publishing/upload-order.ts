import * as v from "valibot";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { versionSchema } from "@site/contracts/releases/release";

/** Maximum bytes of an upload: of its first line, of one file, and of all files. Source: 40 KB, 0.6 MB and 1.8 MB today. */
export const uploadLimits = { headerBytes: 2 ** 20, fileBytes: 8 * 2 ** 20, releaseBytes: 32 * 2 ** 20 } as const;

/** Milliseconds by which the time of an order may differ from the server's clock. Later, the same upload is refused as a replay. */
export const orderLifeMs = 5 * 60_000;

/**
 * The document that a team signs beside the manifest when it uploads a release: that the release is to be published now. The manifest alone never
 * changes, so without an order a recorded upload could be replayed at any later time.
 */
export const uploadOrderSchema = v.strictObject({
  _type: v.literal("upload"),
  schemaVersion: v.literal(1),
  name: packageNameSchema,
  version: versionSchema,
  digest: digestSchema,
  /** UTC, ISO 8601. */
  at: v.pipe(v.string(), v.isoTimestamp()),
});

/** The first line of an upload. Both are envelopes, verified by their own schemas. */
export const uploadHeaderSchema = v.strictObject({ manifest: v.unknown(), order: v.unknown() });
