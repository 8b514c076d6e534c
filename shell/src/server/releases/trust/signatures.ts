import { SiteError } from "@site/contracts/errors";
import { type Envelope, toCanonicalBytes } from "@site/contracts/signing/signed-document";
import type { RevokedKey, RoleKeys } from "./trust-list.ts";
import type { TrustedKey } from "./trusted-key.ts";

interface Expected {
  /** The signed document, for messages. */
  document: string;
  /** The expected signer, for messages: `the team of content`. */
  signer: string;
  role: RoleKeys;
  revoked: readonly RevokedKey[];
  /** When it was signed. A key that was retired before this moment does not count. */
  at: Date;
}

/**
 * Checks every signature of an envelope, and that enough owners of the role's keys signed. A wrong signature, or one of
 * another key, is refused even when the others suffice.
 * @returns the keys that count
 * @throws SiteError `SIGNATURE_FOREIGN`, `SIGNATURE_INVALID`, `KEY_REVOKED`, `KEY_RETIRED`, `SIGNATURES_TOO_FEW`
 */
export function checkSignatures(envelope: Envelope, { document, signer, role, revoked, at }: Expected): TrustedKey[] {
  const bytes = toCanonicalBytes(envelope.signed);
  const counted: TrustedKey[] = [];
  const retired: TrustedKey[] = [];
  const stolen: RevokedKey[] = [];
  for (const { keyid, sig } of envelope.signatures) {
    const key = role.keys.find(({ keyId }) => keyId === keyid);
    const revocation = revoked.find(({ keyId }) => keyId === keyid);
    if (key && !key.verify(bytes, sig)) throw new SiteError("SIGNATURE_INVALID", { document, key: toKeyLabel(key) });
    if (revocation) stolen.push(revocation);
    else if (!key) throw new SiteError("SIGNATURE_FOREIGN", { document, key: keyid.slice(0, 12), signer });
    // Written so that an invalid moment counts as too late.
    else if (key.retired && !(at < key.retired)) retired.push(key);
    else counted.push(key);
  }
  const owners = new Set(counted.map(({ owner }) => owner)).size;
  if (owners >= role.threshold) return counted;
  const [lost] = stolen;
  if (lost)
    throw new SiteError("KEY_REVOKED", { document, key: toKeyLabel(lost), at: lost.at.toISOString(), why: lost.why });
  const [former] = retired;
  if (former)
    throw new SiteError("KEY_RETIRED", { document, key: toKeyLabel(former), at: former.retired?.toISOString() ?? "" });
  throw new SiteError("SIGNATURES_TOO_FEW", { document, signer, actual: owners, threshold: role.threshold });
}

/** `3f2a9c0d11aa of Ana`: the name of a key in messages. */
function toKeyLabel(key: Pick<TrustedKey, "keyId" | "owner">): string {
  return `${key.keyId.slice(0, 12)} of ${key.owner}`;
}
