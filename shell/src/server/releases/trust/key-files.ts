import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { join } from "node:path";
import type { Signer } from "../../signing/signed-document.ts";
import type { Role } from "./trust.ts";
import { toKeyId } from "./trusted-key.ts";

/** Whose private keys there are: those who sign documents, and the owners of the trust list. */
export type KeyHolder = Role | { kind: "root" };

/** Where the private key of a role stands: `check.pem`, `operator.pem`, `root.pem`, `teams/content.pem`. */
export function toKeyFile(keysDir: string, holder: KeyHolder): string {
  return holder.kind === "team" ? join(keysDir, "teams", `${holder.name}.pem`) : join(keysDir, `${holder.kind}.pem`);
}

/** The name of a holder: `content`, `check`, `root`. */
export function toKeyHolderName(holder: KeyHolder): string {
  return holder.kind === "team" ? holder.name : holder.kind;
}

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
