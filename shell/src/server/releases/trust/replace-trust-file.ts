import { join } from "node:path";
import { replaceFile } from "../../disk/replace-file.ts";

/** Puts a file of JSON in place of the one before. It is there whole or not at all, also after a loss of power. */
export async function replaceTrustFile(trustDir: string, name: string, content: object | Buffer): Promise<void> {
  await replaceFile(join(trustDir, name), Buffer.isBuffer(content) ? content : toTrustBytes(content));
}

/** JSON as it stands in the files of the folder. */
export function toTrustBytes(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
