/** The five remotes, in the order in which the shell lists them. */
export const remoteNames = ["navigation", "download", "support-chat", "content", "compliance"] as const;
export type RemoteName = (typeof remoteNames)[number];

/** Every package that is released: the shell and the remotes. */
export const packageNames = ["shell", ...remoteNames] as const;
export type PackageName = (typeof packageNames)[number];

export function isPackageName(value: unknown): value is PackageName {
  return packageNames.some((name) => name === value);
}

/** The global a package's federation entry defines. A bare `navigation` would collide with the browser's own. */
export function toGlobalName(name: PackageName): string {
  return `site_${name.replaceAll("-", "_")}`;
}
