/** The scripts of the shell's release that documents inline: one in the head, one behind the page. */
export const inlinedScripts: readonly string[] = ["browser/boot.js", "browser/page-end.js"];

/** Names of the shell's chunks, as the imports in its code name them. */
const names = ["federation", "intl", "react", "react-core"];

/**
 * Whether a file of the shell's release is needed by the first island of any page. Documents name these files with their integrity, so that they are
 * fetched beside the core. After a rollback to an earlier release, the file's name may contain a hash.
 */
export function isFirstLibrary(path: string): boolean {
  const [, name = ""] = /^browser\/([a-z-]+)(?:\.[0-9a-f]{8})?\.js$/.exec(path) ?? [];
  return names.includes(name);
}
