import { isSiteError } from "@site/contracts/errors";
import { toDigest } from "@site/contracts/releases/digest";
import { type Envelope, toCanonicalBytes } from "@site/contracts/signing/signed-document";
import { describeRecord } from "../../../signing/record-facts.ts";
import type { Move } from "../../publishing/promote.ts";
import { setRecordSchema } from "../../releases/release-records.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import type { Trust } from "../../releases/trust/trust.ts";
import type { Session, Sessions } from "../../testers/session.ts";
import * as v from "valibot";
import type { SigningOffer } from "./signing-card.ts";

export interface SigningParts {
  store: Pick<ReleaseStore, "draft">;
  sessions: Sessions;
  trust: Trust;
}

/**
 * The record of a plan, for the browser to sign, with its facts in words; or the reason why there is none, such as a set that no release check has
 * seen.
 */
export async function toSigningOffer(
  { store, sessions, trust }: SigningParts,
  session: Session,
  { expected, versions, action, channels }: Move,
  why: string,
): Promise<SigningOffer> {
  try {
    const signed = await store.draft(expected, versions, { why, action, channels });
    return {
      kind: "here",
      record: JSON.stringify(signed),
      facts: describeRecord(v.parse(setRecordSchema, signed)),
      sealed: await sessions.sealForm(session, toRecordName({ signed })),
      keys: listOperatorKeys(trust),
    };
  } catch (error) {
    if (isSiteError(error)) return { kind: "impossible", problem: error.message };
    throw error;
  }
}

/** The ids of operators' keys that may sign new records, their first 12 digits. */
export function listOperatorKeys(trust: Trust, now = new Date()): string[] {
  const lost = new Set(trust.revoked.map(({ keyId }) => keyId));
  return trust
    .keysOf({ kind: "operator" })
    .keys.filter(({ keyId, retired }) => !lost.has(keyId) && !(retired && retired <= now))
    .map(({ keyId }) => keyId.slice(0, 12));
}

/** The ids of operators' keys that may be in a browser and cannot sign any more: their first 12 digits. */
export function listEndedKeys(trust: Trust, now = new Date()): string[] {
  const retired = trust.keysOf({ kind: "operator" }).keys.filter((key) => key.retired && key.retired <= now);
  return [...retired, ...trust.revoked].map(({ keyId }) => keyId.slice(0, 12));
}

/** The content that the form of a record is sealed for: the digest of the signed bytes. */
export function toRecordName({ signed }: Pick<Envelope, "signed">): string {
  return toDigest(toCanonicalBytes(signed));
}
