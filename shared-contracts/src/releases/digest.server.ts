import { createHash } from "node:crypto";
import * as v from "valibot";
import { digestSchema } from "./digest-schema.ts";

/** The sha384 of bytes as 96 lower-case hexadecimal digits. Stores and manifests name the bytes by it. */
export type Digest = string;

/** The digest of bytes: 96 lower-case hexadecimal digits. */
export function toDigest(bytes: Uint8Array): Digest {
  return createHash("sha384").update(bytes).digest("hex");
}

const integrityOfDigestSchema = v.pipe(
  v.string(),
  // 48 bytes are 64 digits of base64 without any padding, so each hash is written in one way only.
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, "expected a sha384 hash"),
  v.transform((integrity) => Buffer.from(integrity.slice("sha384-".length), "base64").toString("hex")),
  digestSchema,
);

/**
 * The digest of the bytes that an `integrity` as browsers read it is of: `sha384-` and base64.
 * @throws ValiError when it is not exactly one sha384
 */
export function integrityToDigest(integrity: string): Digest {
  return v.parse(integrityOfDigestSchema, integrity);
}
