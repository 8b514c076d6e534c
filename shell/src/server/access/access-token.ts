import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { packageNameSchema } from "@site/contracts/names/island-name";
import * as v from "valibot";
import { ownerPattern } from "../releases/trust/owner-name.ts";

/** The roles of tokens. Each may do what the roles before it may, and in addition: read; publish the packages that the token names; read the audit log. */
export const accessRoles = ["viewer", "team", "operator"] as const;
export type AccessRole = (typeof accessRoles)[number];

const momentSchema = v.pipe(v.string(), v.isoTimestamp());
const tokenIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/, "expected the 12 digits of a token's id"));

/** The owner of a token, as lists and the audit log name it. */
export const tokenOwnerSchema = v.pipe(
  v.string(),
  v.regex(ownerPattern, "expected the name of the token's owner, 1 to 80 characters"),
);

/** A token as it is stored: its secret only as a hash. */
const accessTokenSchema = v.strictObject({
  id: tokenIdSchema,
  owner: tokenOwnerSchema,
  role: v.picklist(accessRoles),
  /** The packages that a team's token may publish; empty for the other roles. */
  packages: v.array(packageNameSchema),
  /** The sha256 of the whole token: 64 hexadecimal digits. A token has 256 bits of chance, so a slow hash would add nothing. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** UTC, ISO 8601. */
  made: momentSchema,
  expires: momentSchema,
});
export type AccessToken = v.InferOutput<typeof accessTokenSchema>;

/** An entry of the log of tokens: a token was made, expires earlier because another one replaces it, or was revoked. */
export const tokenEntrySchema = v.variant("kind", [
  v.strictObject({ kind: v.literal("made"), token: accessTokenSchema, by: tokenOwnerSchema }),
  v.strictObject({ kind: v.literal("ends"), id: tokenIdSchema, at: momentSchema, by: tokenOwnerSchema }),
  v.strictObject({
    kind: v.literal("revoked"),
    id: tokenIdSchema,
    at: momentSchema,
    why: v.string(),
    by: tokenOwnerSchema,
  }),
]);
export type TokenEntry = v.InferOutput<typeof tokenEntrySchema>;

const tokenText = /^site_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** Makes a token. Its text is shown once and not stored. */
export function createToken(given: Pick<AccessToken, "owner" | "role" | "packages" | "made" | "expires">): {
  text: string;
  token: AccessToken;
} {
  const id = randomBytes(6).toString("hex");
  const text = `site_${id}_${randomBytes(32).toString("base64url")}`;
  return { text, token: { id, ...given, hash: toTokenHash(text) } };
}

/** The id in a token's text; undefined for a text that is not a token. */
export function readTokenId(text: string): string | undefined {
  return tokenText.exec(text)?.[1];
}

/** Whether a text is this token, compared in constant time. */
export function isTokenText(text: string, { hash }: AccessToken): boolean {
  return timingSafeEqual(Buffer.from(toTokenHash(text), "hex"), Buffer.from(hash, "hex"));
}

function toTokenHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
