/**
 * A text of each shared library that is in its every build and in nobody else's: finding it in a remote's script means
 * that the remote brings its own copy.
 */
const libraryMarks: Record<string, string> = {
  react: "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
  "react-dom": "__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
  "react-intl": "MISSING_TRANSLATION",
  jotai: "atom not writable",
  "react-router-dom": "may be used only in the context of a",
};

/** The shared libraries a browser script carries a copy of, instead of taking the shell's. */
export function findLibraryCopies(script: string): string[] {
  return Object.keys(libraryMarks).filter((library) => script.includes(libraryMarks[library] ?? library));
}

/** True when a script or style sheet of the browser names a source map, which would be fetched and shows the source. */
export function refersToSourceMap(text: string): boolean {
  return /[/*][#@]\s*sourceMappingURL=/.test(text);
}

/**
 * What no file of a release may contain: a private key, a whole source map, or a path of the machine it was built on.
 * @param root the folder of the workspace, which must not appear
 */
export function findLeaks(text: string, root: string): string[] {
  const leaks: string[] = [];
  if (/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(text)) leaks.push("it contains a private key");
  if (/sourceMappingURL=data:/.test(text)) leaks.push("it contains a source map");
  const path = [root, "file:///", ...(/(?:\/(?:home|Users)\/|[A-Z]:\\{1,2}Users\\{1,2})[\w.-]+/.exec(text) ?? [])].find((part) => text.includes(part));
  if (path !== undefined) leaks.push(`it contains ${path}, a path of the machine it was built on`);
  return leaks;
}
