import { createHash } from "node:crypto";

const known = new WeakMap<object, string>();

/** 22 characters of a hash of a value's JSON. Made once for each object: it must not change afterwards. */
export function toValueDigest(value: unknown): string {
  if (typeof value !== "object" || value === null) return hash(value);
  const digest = known.get(value) ?? hash(value);
  known.set(value, digest);
  return digest;
}

function hash(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value) ?? "undefined")
    .digest("base64url")
    .slice(0, 22);
}
