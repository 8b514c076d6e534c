import { generateKey } from "@site/contracts/signing/signing-key";
import { createPublicKey, verify } from "node:crypto";
import { join } from "node:path";
import { isSiteError } from "@site/contracts/errors";
import { isDiskError, realDisk } from "../disk/disk.ts";
import { createDurableFiles } from "../disk/durable-files.ts";
import { readKey } from "@site/contracts/signing/read-key";
import type { Signer } from "@site/contracts/signing/signed-document";

/**
 * The key with which a server signs its own state. Where an operator names its public half, a server may also return a canary to the stable
 * set with it. Its signatures count for no other purpose.
 */
export interface ServerKey extends Signer {
  /** 64 hexadecimal digits. */
  publicKey: string;
  verify(bytes: Uint8Array, signature: string): boolean;
}

/** File mode of the key: only the account of the server may read it. */
const ownMode = 0o600;

/** The file of the key in the state folder. */
export function toServerKeyFile(stateDir: string): string {
  return join(stateDir, "server-key.pem");
}

/**
 * The server's own Ed25519 key, made at the first call.
 * @throws SiteError `KEY_EXPOSED`, `KEY_INVALID`, or the error of the file system when it cannot be made
 */
export async function openServerKey(stateDir: string): Promise<ServerKey> {
  try {
    return await readServerKey(stateDir);
  } catch (error) {
    if (!isSiteError(error, "KEY_NOT_FOUND")) throw error;
  }
  await place(stateDir, (staged, file) =>
    realDisk.link(staged, file).catch((error: unknown) => {
      // Another server with this folder made the key first.
      if (!isDiskError(error, "EEXIST")) throw error;
    }),
  );
  return readServerKey(stateDir);
}

/** Replaces a key that cannot be used by a new one. Signatures of the former one no longer count. */
export async function replaceServerKey(stateDir: string): Promise<ServerKey> {
  await place(stateDir, (staged, file) => realDisk.rename(staged, file));
  return readServerKey(stateDir);
}

async function place(stateDir: string, giveName: (staged: string, file: string) => Promise<void>): Promise<void> {
  const files = createDurableFiles(stateDir, realDisk);
  const folder = await files.ensureFolder();
  await files.withStaged(
    Buffer.from(generateKey().pem),
    (staged) => giveName(staged, toServerKeyFile(stateDir)),
    ownMode,
  );
  await realDisk.sync(folder, { follow: true });
}

async function readServerKey(stateDir: string): Promise<ServerKey> {
  const { signer, publicKey } = await readKey(toServerKeyFile(stateDir), "this server");
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey, "hex").toString("base64url") },
    format: "jwk",
  });
  return {
    ...signer,
    publicKey,
    verify: (bytes, signature) => verify(null, bytes, key, Buffer.from(signature, "hex")),
  };
}
