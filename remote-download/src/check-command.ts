/** The clients that are downloaded as a file. The others come from an app store, which checks them. */
export const platformsWithFiles = ["windows", "osx", "android"] as const;

/** The command that prints a file's SHA-256, with tools of the system; for Android it is for a computer with a copy of the file. */
export const checkCommands: Readonly<Record<(typeof platformsWithFiles)[number], (file: string) => string>> = {
  windows: (file) => `certutil -hashfile ${file} SHA256`,
  osx: (file) => `shasum -a 256 ${file}`,
  android: (file) => `sha256sum ${file}`,
};
