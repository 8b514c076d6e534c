import { createHash } from "node:crypto";

/**
 * The format of the documents, their policies, payloads and browser descriptions that a server writes for a set. Raise it by one with every change of
 * the document writer or of the payload, also one without a visible difference. An open page then sees another build than its own and
 * navigates by a document load (B188), instead of mixing two formats in one page.
 */
export const serverFormat = 8;

/**
 * The build id in `builds/latest.json`: 16 hexadecimal digits of a hash of the set and the format. Two servers of different formats, as in
 * a rolling restart, have different ids for one set, because their bytes differ.
 */
export function toBuildId(setId: string, format = serverFormat): string {
  return createHash("sha256")
    .update(JSON.stringify([setId, format]))
    .digest("hex")
    .slice(0, 16);
}
