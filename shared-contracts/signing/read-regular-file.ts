import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { documentMaxBytes } from "./strict-json.ts";

/**
 * The bytes of a file and its permission bits. Follows links, because mounted folders often have them. Never waits for a pipe, and never
 * reads more than `maxBytes`.
 * @throws the error of the file system, or an Error when it is no file or too large
 */
export async function readRegularFile(
  path: string,
  maxBytes: number = documentMaxBytes,
): Promise<{ bytes: Buffer; mode: number }> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error("it is not a file");
    if (found.size > maxBytes) throw new Error(`it has ${found.size} bytes, at most ${maxBytes} are read`);
    return { bytes: await file.readFile(), mode: found.mode & 0o777 };
  } finally {
    await file.close();
  }
}
