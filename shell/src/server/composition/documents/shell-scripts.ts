/** The scripts of the shell's release that documents inline: one in the head, one behind the page. */
export const inlinedScripts: readonly string[] = ["browser/boot.js", "browser/page-end.js"];

/** Chunks of the shell by the names that the code which imports them gives them. */
const names = ["federation", "intl", "react", "react-core"];

/**
 * Whether a file of the shell's release is one that the first island of a page needs, whichever it is: pages name these with their integrity,
 * to fetch them beside the core. A release of before, which a rollback shows, may have a hash in the file's name too.
 */
export function isFirstLibrary(path: string): boolean {
  const [, name = ""] = /^browser\/([a-z-]+)(?:\.[0-9a-f]{8})?\.js$/.exec(path) ?? [];
  return names.includes(name);
}
