import { canonicalize } from "@tufjs/canonical-json";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { toProblemText } from "./problem-text.ts";
import { assertJson, type JsonObject, type JsonValue, parseStrictJson } from "./strict-json.ts";

/** A document and the signatures over the canonical JSON of its `signed`: the envelope of The Update Framework. */
export interface Envelope {
  signatures: { keyid: string; sig: string }[];
  signed: JsonObject;
}

/** Signs bytes with one key. */
export interface Signer {
  /** The sha256 of the public key as The Update Framework counts it. */
  readonly keyId: string;
  /** The Ed25519 signature, 128 hexadecimal digits. */
  sign(bytes: Uint8Array): Promise<string>;
}

/** Maximum signatures of one envelope. A role has a handful of keys; verifying more would only cost time. */
const maxSignatures = 16;

export const keyIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "expected a key id of 64 hexadecimal digits"));

export const signatureSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{128}$/, "expected a signature of 128 hexadecimal digits"),
);

/** The ids of the keys that signed, with their signatures. */
export const signaturesSchema = toSignaturesSchema(1);
const anySignaturesSchema = toSignaturesSchema(0);

function toSignaturesSchema(fewest: 0 | 1) {
  return v.pipe(
    v.array(v.strictObject({ keyid: keyIdSchema, sig: signatureSchema })),
    v.minLength(fewest, "there is no signature"),
    v.check(
      (signatures) => new Set(signatures.map(({ keyid }) => keyid)).size === signatures.length,
      "one key signed twice",
    ),
  );
}

/** The bytes that are signed: the document's canonical JSON. */
export function toCanonicalBytes(value: JsonValue): Buffer {
  return Buffer.from(canonicalize(value), "utf8");
}

/** Options for parsing an envelope. */
export interface EnvelopeReading {
  /** Whether it may have no signature, as a document that is still to be signed. */
  mayBeUnsigned?: boolean;
}

/**
 * Parses an envelope, from bytes or from JSON that was parsed already. Does not verify the signatures.
 * @throws SiteError `ENVELOPE_INVALID`
 */
export function parseEnvelope(
  input: unknown,
  document: string,
  { mayBeUnsigned = false }: EnvelopeReading = {},
): Envelope {
  try {
    const value: unknown = input instanceof Uint8Array ? parseStrictJson(input) : input;
    if (!isObject(value)) throw new Error("it is not an object");
    const { signatures, signed, ...rest } = value;
    const [extra] = Object.keys(rest);
    if (extra !== undefined) throw new Error(`the field ${extra} does not belong into an envelope`);
    if (Array.isArray(signatures) && signatures.length > maxSignatures) {
      throw new Error(`it has ${signatures.length} signatures, at most ${maxSignatures} are read`);
    }
    const parsed = v.safeParse(mayBeUnsigned ? anySignaturesSchema : signaturesSchema, signatures);
    if (!parsed.success)
      throw new Error(`signatures.${v.getDotPath(parsed.issues[0]) ?? ""}: ${parsed.issues[0].message}`);
    if (!isObject(signed)) throw new Error("signed is not an object");
    assertJson(signed);
    return { signatures: parsed.output, signed };
  } catch (cause) {
    throw new SiteError("ENVELOPE_INVALID", { document, problem: toProblemText(cause) }, { cause });
  }
}

/**
 * Signs a document. Its `_type` names its kind, so that a document of one kind is never accepted as another.
 * @throws SiteError `ENVELOPE_INVALID` when it has no `_type`, is not canonical JSON, or a key would sign twice
 */
export async function signDocument(signed: JsonObject, signers: readonly Signer[]): Promise<Envelope> {
  const type = signed["_type"];
  if (typeof type !== "string" || type === "")
    throw new SiteError("ENVELOPE_INVALID", { document: "document", problem: "it has no _type" });
  // Checked before signing: a value without canonical JSON is never signed.
  try {
    assertJson(signed);
  } catch (cause) {
    throw new SiteError("ENVELOPE_INVALID", { document: type, problem: toProblemText(cause) }, { cause });
  }
  const bytes = toCanonicalBytes(signed);
  const signatures = await Promise.all(
    signers.map(async (signer) => ({ keyid: signer.keyId, sig: await signer.sign(bytes) })),
  );
  return parseEnvelope({ signatures, signed }, type);
}

/** The bytes of an envelope as they are stored. */
export function toEnvelopeBytes(envelope: Envelope): Buffer {
  return Buffer.from(JSON.stringify(envelope), "utf8");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
