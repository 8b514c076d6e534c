import { join } from "node:path";
import { replaceFile } from "../../disk/replace-file.ts";

/** Replaces a JSON file atomically and durably. */
export async function replaceTrustFile(trustDir: string, name: string, content: object | Buffer): Promise<void> {
  await replaceFile(join(trustDir, name), Buffer.isBuffer(content) ? content : toTrustBytes(content));
}

/** JSON in the format of the folder's files. */
export function toTrustBytes(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
