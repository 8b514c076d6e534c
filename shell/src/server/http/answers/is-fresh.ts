/**
 * Whether a caller already has the answer: its `If-None-Match` names the ETag, alone, in a list or as `*`. Weak and strong
 * tags of the same text are equal here, as RFC 9110 (13.1.2) asks for.
 */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === "*") return true;
  const opaque = toOpaque(etag);
  return header.split(",").some((one) => toOpaque(one.trim()) === opaque);
}

function toOpaque(etag: string): string {
  return etag.startsWith("W/") ? etag.slice(2) : etag;
}
