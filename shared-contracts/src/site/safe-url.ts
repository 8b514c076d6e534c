import * as v from "valibot";

/** A path of this site: one leading slash, no host, no backslash, no control character. */
export function isSitePath(value: string): boolean {
  return /^\/(?![/\\])[^\\]*$/.test(value) && [...value].every((character) => character >= " ");
}

/** A path as browsers ask for it and as a header may say it: with escapes for what is no printable ASCII. */
export function escapePath(path: string): string {
  return path.toWellFormed().replaceAll(/[^!-~]+/g, encodeURI);
}

/** An absolute https address without credentials. */
export function isHttpsUrl(value: string): boolean {
  // The URL parser accepts these spellings, but people misread them.
  if (!/^https:\/\/[^\\]*$/i.test(value) || [...value].some((character) => character <= " ") || !URL.canParse(value))
    return false;
  const url = new URL(value);
  return url.protocol === "https:" && url.username === "" && url.password === "";
}

/** Somewhere a link of ours may lead: a path of this site, or an https address. Never `javascript:`. */
export const linkSchema = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.check((value) => isSitePath(value) || isHttpsUrl(value), "expected a path of this site or an https address"),
);

/** A path of this site. */
export const sitePathSchema = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.check(isSitePath, "expected a path of this site"),
);

/** An absolute https address. */
export const httpsUrlSchema = v.pipe(v.string(), v.maxLength(2048), v.check(isHttpsUrl, "expected an https address"));
