import { toCanonicalText } from "./canonical-text.ts";

/** The Ed25519 key of this browser. Its private half cannot be read, also not by this page. */
export interface BrowserKey {
  /** 64 hexadecimal digits. */
  publicKey: string;
  /** The id by which trust lists name it. */
  keyId: string;
  /** @returns the signature in 128 hexadecimal digits */
  sign(text: string): Promise<string>;
}

interface StoredKey {
  privateKey: CryptoKey;
  publicKey: string;
}

const table = "keys";
const operator = "operator";

/** The key of this browser at this origin; undefined without one. */
export async function findKey(): Promise<BrowserKey | undefined> {
  const stored: StoredKey | undefined = await inTable("readonly", (keys) => keys.get(operator));
  return stored && toBrowserKey(stored);
}

/** Makes the key of this browser. A key that is there stays. */
export async function makeKey(): Promise<BrowserKey> {
  const found = await findKey();
  if (found) return found;
  const pair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new TypeError("This browser makes no Ed25519 keys.");
  const publicKey = toHex(await crypto.subtle.exportKey("raw", pair.publicKey));
  const stored: StoredKey = { privateKey: pair.privateKey, publicKey };
  // Two tabs may do it at once: the first one's key stays.
  await inTable("readwrite", (keys) => keys.add(stored, operator)).catch(() => undefined);
  return (await findKey()) ?? toBrowserKey(stored);
}

/** Removes the key of this browser. Nothing can bring it back. */
export async function removeKey(): Promise<void> {
  await inTable("readwrite", (keys) => keys.delete(operator));
}

async function toBrowserKey({ privateKey, publicKey }: StoredKey): Promise<BrowserKey> {
  const named = { keytype: "ed25519", scheme: "ed25519", keyval: { public: publicKey } };
  return {
    publicKey,
    keyId: toHex(await crypto.subtle.digest("SHA-256", toBytes(toCanonicalText(named)))),
    sign: async (text) => toHex(await crypto.subtle.sign("Ed25519", privateKey, toBytes(text))),
  };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Does one thing with the table of keys. */
async function inTable<T>(mode: IDBTransactionMode, act: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open("console", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(table));
  const database = await toResult(opening);
  try {
    return await toResult(act(database.transaction(table, mode).objectStore(table)));
  } finally {
    database.close();
  }
}

function toResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The browser keeps no keys.")));
  });
}
