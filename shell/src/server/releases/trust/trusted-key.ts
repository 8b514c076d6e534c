import type { Key } from "@tufjs/models";
import * as v from "valibot";
import { createVerifier, toKeyId } from "@site/contracts/signing/signing-key";
import { ownerPattern } from "./owner-name.ts";

/** A public key of the trust list. */
export interface TrustedKey {
  readonly keyId: string;
  /** 64 hexadecimal digits. */
  readonly publicKey: string;
  /** The person or machine that holds the private key. */
  readonly owner: string;
  /** From this moment on new signatures of the key do not count. Earlier ones stay valid. */
  readonly retired?: Date;
  verify(bytes: Uint8Array, signature: string): boolean;
}

/** A moment in UTC without fractions, as The Update Framework writes it: `2026-11-22T11:35:00Z`. */
export const momentSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "expected a moment such as 2026-11-22T11:35:00Z"),
  v.check((text) => toMoment(new Date(text)) === text, "there is no such moment"),
  v.transform((text) => new Date(text)),
);

export const ownerSchema = v.pipe(
  v.string(),
  v.regex(ownerPattern, "expected the name of the key's owner, 1 to 80 characters"),
);

/** Our fields beside those of the standard. Others are refused: a misspelt `retired` must not leave a key in force. */
const fieldsSchema = v.strictObject({ owner: ownerSchema, retired: v.optional(momentSchema) });

const publicSchema = v.strictObject({
  public: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "expected 64 hexadecimal digits")),
});

/** A moment as the trust files write it; the empty string for an invalid date. */
export function toMoment(date: Date): string {
  return Number.isNaN(date.getTime()) ? "" : `${date.toISOString().slice(0, 19)}Z`;
}

/** The first moment of the trust files that is not before `date`: a key that is retired then keeps what it signed earlier in the same second. */
export function toNextMoment(date: Date): string {
  return toMoment(new Date(Math.ceil(date.getTime() / 1000) * 1000));
}

/**
 * Converts a key of the trust list.
 * @throws Error with the problem: another kind of key, or an id that is not the key's hash
 */
export function toTrustedKey(key: Key): TrustedKey {
  const label = `key ${key.keyID.slice(0, 12)}`;
  if (key.keyType !== "ed25519" || key.scheme !== "ed25519") {
    throw new Error(
      `${label} is of the kind ${key.keyType.slice(0, 40)}/${key.scheme.slice(0, 40)}; only ed25519/ed25519 is used`,
    );
  }
  const { public: publicKey } = parse(publicSchema, key.keyVal, label);
  if (toKeyId(publicKey) !== key.keyID) throw new Error(`${label}: the id is not the hash of the key`);
  const { owner, retired } = parse(fieldsSchema, key.unrecognizedFields ?? {}, label);
  return {
    keyId: key.keyID,
    publicKey,
    owner,
    ...(retired && { retired }),
    verify: createVerifier(publicKey),
  };
}

/** @throws Error with the label, the path and the problem */
export function parse<T>(schema: v.GenericSchema<unknown, T>, input: unknown, label: string): T {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${label}: ${[v.getDotPath(issue), issue.message].filter(Boolean).join(": ")}`);
}
