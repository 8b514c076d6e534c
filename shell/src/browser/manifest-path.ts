/** The build of a shell's release: the end of its version, which is a hash of its files. */
export function toBuild(shellVersion: string): string {
  return shellVersion.slice(-12);
}

/** The address of a build's manifest (B186). */
export function toManifestPath(build: string): string {
  return `/builds/meta/${build}.json`;
}
