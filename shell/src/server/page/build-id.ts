import { createHash } from "node:crypto";

/**
 * The format of what a server makes of a set: its documents, its payloads and the set that it tells the browser. Raise it by one with
 * every change of the document writer or of the payload, also of one that looks the same: then an open page takes what this server
 * writes for another build than its own, and moves by a document load (B188), instead of mixing two formats in one page.
 */
export const serverFormat = 1;

/**
 * The name of what a server composes, which pages, payloads and `builds/latest.json` say they are of: 16 hexadecimal digits of a hash
 * of the set and the format. Two servers of different formats, as in a rolling restart, never give one name to different bytes.
 */
export function toBuildId(setId: string, format = serverFormat): string {
  return createHash("sha256").update(JSON.stringify([setId, format])).digest("hex").slice(0, 16);
}
