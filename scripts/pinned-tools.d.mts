/** The platform of this machine as the checksums name it, such as `linux-x64`. */
export const thisPlatform: string;

/** Checksums by name, version and platform, each as `sha256-` or `sha512-` and base64. */
export type Checksums = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

export function verifyFile(wanted: {
  file: string;
  name: string;
  version: string;
  platform?: string;
  checksums: Checksums;
}): "good" | "unknown";

/** Runs pnpm, checked against its checksum. @returns its exit status */
export function runPnpm(
  words: readonly string[],
  options: { version: string; cwd: string; checksums: Checksums },
): number;
