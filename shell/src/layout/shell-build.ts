/** The build id in a page, which may show only some packages of a set: the content hash in its shell's version. */
export function toShellBuildId(shellVersion: string): string {
  return shellVersion.slice(-12);
}

/** The address of a build's manifest (B186). */
export function toManifestPath(build: string): string {
  return `/builds/meta/${build}.json`;
}
