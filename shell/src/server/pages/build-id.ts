import { createHash } from "node:crypto";

/**
 * The format of what a server makes of a set: its documents, its payloads and the set that it tells the browser. Raise it by one with
 * every change of the document writer or of the payload, also of one that looks the same: then an open page takes what this server
 * writes for another build than its own, and moves by a document load (B188), instead of mixing two formats in one page.
 */
export const serverFormat = 3;

/**
 * The name of what a server composes of a set, which `builds/latest.json` says: 16 hexadecimal digits of a hash of the set and the
 * format. Two servers of different formats, as in a rolling restart, never give one name to different bytes.
 */
export function toBuildId(setId: string, format = serverFormat): string {
  return createHash("sha256")
    .update(JSON.stringify([setId, format]))
    .digest("hex")
    .slice(0, 16);
}

/** The build as a page knows it, which shows no more than some packages of a set: the content hash in its shell's version. */
export function toShellBuildId(shellVersion: string): string {
  return shellVersion.slice(-12);
}
