import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/package-name";

/** Signs what a team publishes, and tells whose signature one is. Ed25519. */
export interface KeyRing {
  sign(name: PackageName, bytes: Uint8Array): string;
  isSignedBy(name: PackageName, bytes: Uint8Array, signature: string): boolean;
}

/**
 * Loads the key ring of a store: one key pair per team, generated when a team that has none signs for the first time. Private
 * keys are readable by their owner only; a server needs `trust/` alone, and signs nothing.
 */
export function loadKeyRing(storeDir: string): KeyRing {
  return {
    sign(name, bytes) {
      if (!loadPublicKey(storeDir, name)) generateKeys(storeDir, name);
      const file = join(storeDir, "keys", `${name}.pem`);
      if (!existsSync(file)) throw new SiteError("KEY_NOT_FOUND", { signer: `the team of ${name}`, file });
      const key = createPrivateKey(readFileSync(file));
      return sign(null, bytes, key).toString("base64");
    },
    isSignedBy(name, bytes, signature) {
      const key = loadPublicKey(storeDir, name);
      return key !== undefined && verify(null, bytes, key, Buffer.from(signature, "base64"));
    },
  };
}

function loadPublicKey(storeDir: string, name: PackageName): KeyObject | undefined {
  const trusted = join(storeDir, "trust", `${name}.pem`);
  return existsSync(trusted) ? createPublicKey(readFileSync(trusted)) : undefined;
}

function generateKeys(storeDir: string, name: PackageName): void {
  mkdirSync(join(storeDir, "keys"), { recursive: true, mode: 0o700 });
  mkdirSync(join(storeDir, "trust"), { recursive: true });
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  // Never over a key that is there: its owner may have lost only the public half.
  writeFileSync(join(storeDir, "keys", `${name}.pem`), privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  writeFileSync(join(storeDir, "trust", `${name}.pem`), publicKey.export({ type: "spki", format: "pem" }));
}
