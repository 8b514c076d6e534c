/** A package that is released: the shell, or any remote. A set names the ones it is made of; no list is compiled in. */
export type PackageName = string;

/** The package that holds the document, the layout and the browser core. Every set has it, and no remote is named so. */
export const shellName = "shell";

const pattern = /^[a-z][a-z0-9-]{0,40}$/;

/** Names of that form which JavaScript objects inherit. Parsers leave them out of what has a value for each name. */
const inherited = ["constructor", "prototype"];

/** Whether a name may be a key, so that no parser drops its value. */
export function mayBeKey(name: string): boolean {
  return !inherited.includes(name);
}

/** Whether a package may be named so: a small letter, then at most 40 small letters, digits and hyphens. */
export function isPackageName(value: unknown): value is PackageName {
  return typeof value === "string" && pattern.test(value) && mayBeKey(value);
}

/** The global a package's federation entry defines. Without the prefix, `navigation` would collide with the browser's own. */
export function toGlobalName(name: PackageName): string {
  return `site_${name.replaceAll("-", "_")}`;
}
