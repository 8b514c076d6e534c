import * as v from "valibot";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { versionSchema } from "@site/contracts/releases/release";

/** Bytes of an upload at most: of its first line, of one file, and of all files. Source: 40 KB, 0.6 MB and 1.8 MB today. */
export const uploadLimits = { headerBytes: 2 ** 20, fileBytes: 8 * 2 ** 20, releaseBytes: 32 * 2 ** 20 } as const;

/** Milliseconds by which the moment of an order may differ from the server's clock. After that, the same upload is refused as a replay. */
export const orderLifeMs = 5 * 60_000;

/**
 * What a team signs beside the manifest when it uploads a release: that it wants this one published now. The manifest alone is
 * the same for ever, so without an order a recorded upload could be sent again at any later time.
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
