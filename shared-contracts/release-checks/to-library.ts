/** The library of a path in `node_modules`; undefined for a path of the package's own. */
export function toLibrary(file = ""): string | undefined {
  return /.*\bnode_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/.][^\\/]*)[\\/]/.exec(file)?.[1]?.replace("\\", "/");
}
