/**
 * The path and query of a request's target. A client may write the whole address (`GET http://host/path`, RFC 9112, 3.2.2):
 * it is answered as its path, for any host. Any other target is returned unchanged.
 */
export function toTargetPath(target: string): string {
  if (target.startsWith("/")) return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (authority === undefined) return target;
  const path = target.slice(authority.length);
  return path.startsWith("/") ? path : `/${path}`;
}
