import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { type Signer, toCanonicalBytes } from "./signed-document.ts";

/** A new Ed25519 key: its signer, and both halves as they are stored. */
export function generateKey(): { signer: Signer; publicKey: string; pem: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  return {
    signer: toSigner(privateKey),
    publicKey: toPublicHex(privateKey),
    pem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** @throws Error with the problem when it is not an Ed25519 private key in PEM */
export function parseKey(pem: string | Buffer): { signer: Signer; publicKey: string } {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== "ed25519")
    throw new Error(`it is of the kind ${privateKey.asymmetricKeyType ?? "unknown"}, not ed25519`);
  return { signer: toSigner(privateKey), publicKey: toPublicHex(privateKey) };
}

/** The public half of a key as The Update Framework writes it. */
export function toKeyObject(publicKey: string) {
  return { keytype: "ed25519", scheme: "ed25519", keyval: { public: publicKey } };
}

/** The sha256 of a key's canonical JSON, without fields that are not the key itself: an owner may be renamed. */
export function toKeyId(publicKey: string): string {
  return createHash("sha256")
    .update(toCanonicalBytes(toKeyObject(publicKey)))
    .digest("hex");
}

/** Verifies signatures of the key with this public half, 64 hexadecimal digits. */
export function createVerifier(publicKey: string): (bytes: Uint8Array, signature: string) => boolean {
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return (bytes, signature) => verify(null, bytes, key, Buffer.from(signature, "hex"));
}

function toSigner(privateKey: KeyObject): Signer {
  return {
    keyId: toKeyId(toPublicHex(privateKey)),
    sign: async (bytes) => sign(null, bytes, privateKey).toString("hex"),
  };
}

function toPublicHex(privateKey: KeyObject): string {
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x ?? "", "base64url").toString("hex");
}
