/**
 * The id of an error: 12 hexadecimal digits, six of where it is from and six of what it is. Equal errors of one release have one id, in every
 * browser and on every server; and from the first six digits of an id an operator finds the release without asking a server.
 * @param origin a release, such as `content@1.0.0-3f2a9c0d11aa`, or {@link toSetOrigin}
 * @param what has no personal data: a kind of failure, places in scripts, the number of a request
 */
export function toErrorId(origin: string, what: string): string {
  return toDigits(origin) + toDigits(what);
}

/** Whether an error with this id may be of an origin. */
export function isErrorOf(id: string, origin: string): boolean {
  return id.slice(0, originDigits) === toDigits(origin);
}

/** The origin of an error of the server: the set that it served. */
export function toSetOrigin(set: string): string {
  return `set ${set}`;
}

/** What an id looks like. */
export const errorIdPattern = /^[0-9a-f]{12}$/;

const originDigits = 6;

/** A 24-bit hash of a text: FNV-1a and the last step of MurmurHash3, by which each character affects every digit. It is not meant to keep the text secret. */
function toDigits(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 8).toString(16).padStart(originDigits, "0");
}
