/**
 * Packages of a lockfile that are not pinned to the registry's bytes, as sentences: those from a repository, an address or a folder, and those
 * without a sha512.
 * @param packages by `name@version`
 */
export function findUnpinned(
  packages: Readonly<Record<string, { resolution: Readonly<Record<string, unknown>> }>>,
): string[] {
  return Object.entries(packages).flatMap(([key, { resolution }]) => {
    const { integrity, ...others } = resolution;
    const version = key.slice(key.lastIndexOf("@") + 1);
    if (!/^\d+\.\d+\.\d+/.test(version)) return [`${key}: it is no version of the registry`];
    if (Object.keys(others).length > 0) return [`${key}: it comes from elsewhere: ${JSON.stringify(others)}`];
    return typeof integrity === "string" && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
      ? []
      : [`${key}: it has no sha512 of its bytes`];
  });
}
