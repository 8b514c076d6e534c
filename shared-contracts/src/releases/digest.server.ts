import { createHash } from "node:crypto";
import * as v from "valibot";
import { digestSchema } from "./digest-schema.ts";

/** The sha384 of bytes as 96 lower-case hexadecimal digits. Stores and manifests name the bytes by it. */
export type Digest = string;

/** The digest of bytes: 96 lower-case hexadecimal digits. */
export function toDigest(bytes: Uint8Array): Digest {
  return createHash("sha384").update(bytes).digest("hex");
}

/**
 * The same hash as browsers write it in `integrity`: `sha384-` and base64.
 * @throws ValiError when it is no digest
 */
export function digestToIntegrity(digest: Digest): string {
  return `sha384-${Buffer.from(v.parse(digestSchema, digest), "hex").toString("base64")}`;
}

const integrityOfDigestSchema = v.pipe(
  v.string(),
  // 48 bytes are 64 digits of base64 without any padding, so each hash is written in one way only.
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, "expected a sha384 hash"),
  v.transform((integrity) => Buffer.from(integrity.slice("sha384-".length), "base64").toString("hex")),
  digestSchema,
);

/** @throws ValiError when it is not exactly one sha384 */
export function integrityToDigest(integrity: string): Digest {
  return v.parse(integrityOfDigestSchema, integrity);
}
