import type { PackageName } from "../names/package-name.ts";
import * as wire from "../wire/wire-schema.ts";

/** Where a release's browser files are served: `/_release/<name>/<version>/`, immutable. */
export const releaseBasePath = "/_release/";

/** The path below which the browser files of a release are served, with its last slash. */
export function toReleasePath(name: PackageName, version: string): string {
  return `${releaseBasePath}${name}/${version}/`;
}

/**
 * What a browser is told of one release: its browser description. Files are named relative to the release's own path, so that a
 * description names nothing outside of its release.
 */
export const browserReleaseSchema = wire.object({
  version: wire.string(),
  /** The federation entry of a remote, the core of the shell; empty where no island hydrates. */
  entry: wire.string(),
  /** The file of messages in the language of the page, or in the fallback one; empty for a package without messages. */
  messages: wire.string(),
  /** Scripts by expose, without the entry. */
  exposes: wire.record(wire.string(), wire.array(wire.string())),
  /**
   * Every script of the release; no other may run. With its hash when a page itself requests it; with `""` when the script that
   * loads it has the hash.
   */
  scripts: wire.record(wire.string(), wire.string()),
});
export type BrowserRelease = wire.InferOutput<typeof browserReleaseSchema>;

/** What a document tells its browser code of its releases: those of the shell and of the packages in the page. */
export const browserSetSchema = /* @__PURE__ */ wire.object({
  /** The format in which the server wrote it: pages of two formats are never mixed in one document. */
  format: wire.number(),
  packages: wire.record(wire.string(), browserReleaseSchema),
});
export type BrowserSet = wire.InferOutput<typeof browserSetSchema>;

/** How a payload names a release that its page shows. */
export const namedReleaseSchema = wire.object({
  version: wire.string(),
  /** The hash of its browser description in the page's language, which is also the description's address. */
  integrity: wire.string(),
});
export type NamedRelease = wire.InferOutput<typeof namedReleaseSchema>;

/** Where the browser description of a release is served: named by its content, immutable. */
export function toDescriptionUrl(name: PackageName, { version, integrity }: NamedRelease): string {
  return `${toReleasePath(name, version)}${toDescriptionFile(integrity)}`;
}

/** The file name of a description by the hash of its bytes. */
export function toDescriptionFile(integrity: string): string {
  return `${integrity.replaceAll("/", "_")}.json`;
}

/** The hash of a script by its path on this origin; undefined when no known release has it, empty when the script that loads it has the hash. */
export function findIntegrity({ packages }: BrowserSet, path: string): string | undefined {
  const [, , name = "", version = "", ...segments] = path.split("/");
  const release = packages[name];
  const file = segments.join("/");
  // Every object inherits properties such as `constructor`, and a browser runs a script whose hash is none.
  return release?.version === version && Object.hasOwn(release.scripts, file) ? release.scripts[file] : undefined;
}
