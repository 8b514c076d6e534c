import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { isSiteError } from "@site/contracts/errors";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { type Envelope, keyIdSchema, signatureSchema, toCanonicalBytes } from "@site/contracts/signing/signed-document";
import { parseStrictJson } from "@site/contracts/signing/strict-json";
import { readTrustFile } from "./open-trust.ts";
import { replaceTrustFile } from "./replace-trust-file.ts";
import { inTrustFile } from "./trust-list.ts";

/**
 * The signatures of one key for the pending change. Each key has a file of its own, so that owners who sign at the same moment do not overwrite each
 * other, and copies of the folder in which they signed are merged without a conflict. A signature names the document by the sha384 of its canonical
 * JSON, so signatures of an earlier change match no document of this one.
 */
const keptSchema = v.strictObject({
  keyid: keyIdSchema,
  signatures: v.array(v.strictObject({ sha384: digestSchema, sig: signatureSchema })),
});

const fileName = /^proposed\.[0-9a-f]{16}\.json$/;

function toFileName(keyId: string): string {
  return `proposed.${keyId.slice(0, 16)}.json`;
}

/**
 * The versions of a change with their stored signatures. There may be several of one key then, so that a wrong one does not hide the right one;
 * `dropUncounted` keeps one that counts.
 * @throws SiteError `TRUST_INVALID` for a file of signatures that cannot be read
 */
export async function addKeptSignatures(trustDir: string, steps: readonly Envelope[]): Promise<Envelope[]> {
  const names = (await readdir(trustDir)).filter((name) => fileName.test(name)).toSorted();
  const kept = (await Promise.all(names.map((name) => readKept(trustDir, name)))).flat();
  return steps.map(({ signed, signatures }) => {
    const digest = toDocumentDigest(signed);
    const own = kept.filter(({ sha384 }) => sha384 === digest).map(({ keyid, sig }) => ({ keyid, sig }));
    return { signed, signatures: withoutCopies([...signatures, ...own]) };
  });
}

/** Signatures without duplicates. */
export function withoutCopies(signatures: Envelope["signatures"]): Envelope["signatures"] {
  return signatures.filter(
    ({ keyid, sig }, index) => signatures.findIndex((one) => one.keyid === keyid && one.sig === sig) === index,
  );
}

interface KeptSignature {
  keyid: string;
  sig: string;
  /** The sha384 of the document's canonical JSON. */
  sha384: string;
}

async function readKept(trustDir: string, name: string): Promise<KeptSignature[]> {
  const file = join(trustDir, name);
  try {
    const bytes = await readTrustFile(file);
    return inTrustFile(file, () => {
      const { keyid, signatures } = v.parse(keptSchema, parseStrictJson(bytes));
      if (name !== toFileName(keyid)) throw new Error(`it has signatures of the key ${keyid.slice(0, 16)}`);
      return signatures.map((signature) => ({ keyid, ...signature }));
    });
  } catch (error) {
    // The change was published or withdrawn after the folder was read.
    if (isSiteError(error, "TRUST_MISSING")) return [];
    throw error;
  }
}

/** Stores the signatures of one key for a change. */
export async function keepSignatures(trustDir: string, steps: readonly Envelope[], keyid: string): Promise<void> {
  const signatures = steps.flatMap(({ signed, signatures: all }) =>
    all.filter((one) => one.keyid === keyid).map(({ sig }) => ({ sha384: toDocumentDigest(signed), sig })),
  );
  if (signatures.length > 0) await replaceTrustFile(trustDir, toFileName(keyid), { keyid, signatures });
}

/** Removes a key's signatures of a change that is not pending any more. Signatures of another change stay. */
export async function dropSignatures(trustDir: string, steps: readonly Envelope[], keyid: string): Promise<void> {
  const digests = new Set<string>(steps.map(({ signed }) => toDocumentDigest(signed)));
  const kept = await readKept(trustDir, toFileName(keyid));
  if (kept.some(({ sha384 }) => digests.has(sha384))) await rm(join(trustDir, toFileName(keyid)), { force: true });
}

/**
 * Removes the signatures of a withdrawn change, and unreadable files. Signatures of another change stay.
 * @param steps without them, all signatures are removed
 */
export async function removeKeptSignatures(trustDir: string, steps: readonly Envelope[] = []): Promise<void> {
  const digests = new Set<string>(steps.map(({ signed }) => toDocumentDigest(signed)));
  const names = (await readdir(trustDir)).filter((name) => fileName.test(name));
  await Promise.all(
    names.map(async (name) => {
      const kept = digests.size > 0 ? await readKept(trustDir, name).catch(() => []) : [];
      const isOther = kept.length > 0 && !kept.some(({ sha384 }) => digests.has(sha384));
      if (!isOther) await rm(join(trustDir, name), { force: true });
    }),
  );
}

function toDocumentDigest(signed: Envelope["signed"]): Digest {
  return toDigest(toCanonicalBytes(signed));
}
