/** The clients that come as a file; the others a store has checked. */
export const platformsWithFiles = ["windows", "osx", "android"] as const;

/** What to type to get a file's SHA-256: what comes with the system, and for Android a computer the file was copied to. */
export const checkCommands: Readonly<Record<(typeof platformsWithFiles)[number], (file: string) => string>> = {
  windows: (file) => `certutil -hashfile ${file} SHA256`,
  osx: (file) => `shasum -a 256 ${file}`,
  android: (file) => `sha256sum ${file}`,
};
